#include <winsock2.h>
#include <ws2tcpip.h>

#include <string_view>
#include <utility>

#include "engine/udp_address.h"
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

std::optional<UdpSocket> UdpSocket::Connect(std::string_view ip, std::uint16_t port) noexcept {
  const auto remote = StartWinsock() ? Parse(ip, port) : std::nullopt;
  return remote ? Open(*remote) : std::nullopt;
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
