#include <winsock2.h>
#include <ws2tcpip.h>

#include <array>
#include <utility>

#include "engine/udp_socket.h"

namespace sdkpp::engine {

namespace {

constexpr int kReceiveBuffer = 1 << 20;

struct Address {
  sockaddr_storage storage{};
  int size = 0;
};

/// Winsock is started once per process and never stopped: other code of the host uses it too.
bool StartWinsock() noexcept {
  WSADATA data;
  return WSAStartup(MAKEWORD(2, 2), &data) == 0;
}

/// A literal address, without asking any resolver.
std::optional<Address> ParseAddress(std::string_view ip, std::uint16_t port) noexcept {
  std::array<char, 64> text{};
  if (ip.size() >= text.size()) return std::nullopt;
  ip.copy(text.data(), ip.size());
  Address address;
  auto* v4 = reinterpret_cast<sockaddr_in*>(&address.storage);
  if (inet_pton(AF_INET, text.data(), &v4->sin_addr) == 1) {
    v4->sin_family = AF_INET;
    v4->sin_port = htons(port);
    address.size = sizeof(sockaddr_in);
    return address;
  }
  auto* v6 = reinterpret_cast<sockaddr_in6*>(&address.storage);
  if (inet_pton(AF_INET6, text.data(), &v6->sin6_addr) == 1) {
    v6->sin6_family = AF_INET6;
    v6->sin6_port = htons(port);
    address.size = sizeof(sockaddr_in6);
    return address;
  }
  return std::nullopt;
}

}  // namespace

std::optional<UdpSocket> UdpSocket::Connect(std::string_view ip, std::uint16_t port) noexcept {
  if (!StartWinsock()) return std::nullopt;
  const auto address = ParseAddress(ip, port);
  if (!address) return std::nullopt;
  UdpSocket socket(::socket(address->storage.ss_family, SOCK_DGRAM, IPPROTO_UDP));
  u_long non_blocking = 1;
  if (socket.handle_ == INVALID_SOCKET || ioctlsocket(socket.handle_, FIONBIO, &non_blocking) != 0) {
    return std::nullopt;
  }
  (void)setsockopt(socket.handle_, SOL_SOCKET, SO_RCVBUF, reinterpret_cast<const char*>(&kReceiveBuffer),
                   sizeof(kReceiveBuffer));
  const auto* target = reinterpret_cast<const sockaddr*>(&address->storage);
  if (::connect(socket.handle_, target, address->size) != 0) return std::nullopt;
  return socket;
}

UdpSocket::UdpSocket(UdpSocket&& other) noexcept : handle_(std::exchange(other.handle_, kNoSocket)) {}

UdpSocket& UdpSocket::operator=(UdpSocket&& other) noexcept {
  if (this != &other) {
    Close();
    handle_ = std::exchange(other.handle_, kNoSocket);
  }
  return *this;
}

UdpSocket::~UdpSocket() { Close(); }

void UdpSocket::Close() noexcept {
  if (handle_ != kNoSocket) closesocket(std::exchange(handle_, kNoSocket));
}

bool UdpSocket::Send(std::span<const std::uint8_t> datagram) noexcept {
  const int size = static_cast<int>(datagram.size());
  return ::send(handle_, reinterpret_cast<const char*>(datagram.data()), size, 0) == size;
}

std::optional<std::span<std::uint8_t>> UdpSocket::Receive(std::span<std::uint8_t> buffer) noexcept {
  // an ICMP "port unreachable" shows up here as WSAECONNRESET once; the datagram behind it is then read
  for (int tries = 0; tries < 2; ++tries) {
    const int size =
        ::recv(handle_, reinterpret_cast<char*>(buffer.data()), static_cast<int>(buffer.size()), 0);
    if (size >= 0) return buffer.first(static_cast<std::size_t>(size));
    if (WSAGetLastError() != WSAECONNRESET) return std::nullopt;
  }
  return std::nullopt;
}

}  // namespace sdkpp::engine
