#include "engine/udp_socket.h"

#include <utility>

namespace sdkpp::engine {

std::optional<UdpSocket> UdpSocket::Another() const noexcept { return Open(remote_); }

UdpSocket::UdpSocket(UdpSocket&& other) noexcept
    : handle_(std::exchange(other.handle_, kNoSocket)),
      remote_(other.remote_),
      notes_arrival_(other.notes_arrival_) {}

UdpSocket& UdpSocket::operator=(UdpSocket&& other) noexcept {
  if (this != &other) {
    Close();
    handle_ = std::exchange(other.handle_, kNoSocket);
    remote_ = other.remote_;
    notes_arrival_ = other.notes_arrival_;
  }
  return *this;
}

UdpSocket::~UdpSocket() { Close(); }

}  // namespace sdkpp::engine
