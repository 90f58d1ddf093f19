#include <winsock2.h>
#include <ws2tcpip.h>

#include <array>
#include <utility>

#include "engine/udp_socket.h"

namespace sdkpp::engine {

namespace {

constexpr int kReceiveBuffer = 1 << 20;

/// Winsock is started once per process and never stopped: other code of the host uses it too.
bool StartWinsock() noexcept {
  WSADATA data;
  return WSAStartup(MAKEWORD(2, 2), &data) == 0;
}

session::SendResult ResultOf(int error) noexcept {
  switch (error) {
    case WSAEINVAL:
    case WSAENETUNREACH:
    case WSAEADDRNOTAVAIL:
    case WSAENETDOWN:
    case WSAEHOSTUNREACH:
      return session::SendResult::kPathError;
    default:
      return session::SendResult::kLost;
  }
}

}  // namespace

std::optional<UdpSocket::Remote> UdpSocket::Parse(std::string_view ip, std::uint16_t port) noexcept {
  if (!StartWinsock()) return std::nullopt;
  std::array<char, 64> text{};
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

std::optional<UdpSocket> UdpSocket::Open(const Remote& remote) noexcept {
  const auto* target = reinterpret_cast<const sockaddr*>(remote.bytes.data());
  UdpSocket socket(::WSASocketW(target->sa_family, SOCK_DGRAM, IPPROTO_UDP, nullptr, 0,
                                WSA_FLAG_OVERLAPPED | WSA_FLAG_NO_HANDLE_INHERIT),
                   remote);
  u_long non_blocking = 1;
  if (socket.handle_ == INVALID_SOCKET || ioctlsocket(socket.handle_, FIONBIO, &non_blocking) != 0) {
    return std::nullopt;
  }
  (void)setsockopt(socket.handle_, SOL_SOCKET, SO_RCVBUF, reinterpret_cast<const char*>(&kReceiveBuffer),
                   sizeof(kReceiveBuffer));
  if (::connect(socket.handle_, target, remote.size) != 0) return std::nullopt;
  return socket;
}

void UdpSocket::Close() noexcept {
  if (handle_ != kNoSocket) closesocket(std::exchange(handle_, kNoSocket));
}

session::SendResult SendDatagram(SocketHandle socket, std::span<const std::uint8_t> datagram) noexcept {
  const int size = static_cast<int>(datagram.size());
  if (::send(socket, reinterpret_cast<const char*>(datagram.data()), size, 0) >= 0) {
    return session::SendResult::kSent;
  }
  return ResultOf(WSAGetLastError());
}

}  // namespace sdkpp::engine
