#include "engine/udp_socket.h"

#ifdef _WIN32
#include <winsock2.h>
#include <ws2tcpip.h>
#else
#include <arpa/inet.h>
#include <netinet/in.h>
#include <sys/socket.h>
#endif

#include <utility>

namespace sdkpp::engine {

std::optional<UdpSocket> UdpSocket::Connect(std::string_view ip, std::uint16_t port) noexcept {
  const auto remote = Parse(ip, port);
  return remote ? Open(*remote) : std::nullopt;
}

std::optional<UdpSocket::Remote> UdpSocket::Parse(std::string_view ip, std::uint16_t port) noexcept {
  std::array<char, INET6_ADDRSTRLEN + 1> text{};
  if (ip.size() >= text.size()) return std::nullopt;
  ip.copy(text.data(), ip.size());
  Remote remote;
  static_assert(sizeof(sockaddr_in6) <= sizeof(remote.bytes));
  auto* v4 = reinterpret_cast<sockaddr_in*>(remote.bytes.data());
  if (inet_pton(AF_INET, text.data(), &v4->sin_addr) == 1) {
    v4->sin_family = AF_INET;
    v4->sin_port = htons(port);
    remote.size = sizeof(sockaddr_in);
    return remote;
  }
  auto* v6 = reinterpret_cast<sockaddr_in6*>(remote.bytes.data());
  if (inet_pton(AF_INET6, text.data(), &v6->sin6_addr) == 1) {
    v6->sin6_family = AF_INET6;
    v6->sin6_port = htons(port);
    remote.size = sizeof(sockaddr_in6);
    return remote;
  }
  return std::nullopt;
}

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
