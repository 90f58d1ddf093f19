#include <arpa/inet.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cerrno>
#include <string_view>
#include <utility>

#include "engine/udp_address.h"
#include "engine/udp_socket.h"

namespace sdkpp::engine {

namespace {

constexpr int kReceiveBuffer = 1 << 20;

/// Close-on-exec and non-blocking in one call where the system has it: a process forked in between would keep
/// the socket.
int OpenSocket(int family) noexcept {
#if defined(SOCK_CLOEXEC) && defined(SOCK_NONBLOCK)
  return ::socket(family, SOCK_DGRAM | SOCK_CLOEXEC | SOCK_NONBLOCK, IPPROTO_UDP);
#else
  const int handle = ::socket(family, SOCK_DGRAM, IPPROTO_UDP);
  if (handle < 0) return handle;
  const int flags = fcntl(handle, F_GETFL, 0);
  if (flags >= 0 && fcntl(handle, F_SETFL, flags | O_NONBLOCK) == 0 &&
      fcntl(handle, F_SETFD, FD_CLOEXEC) == 0) {
    return handle;
  }
  ::close(handle);
  return -1;
#endif
}

bool NoteArrivals(int handle) noexcept {
  const int on = 1;
#ifdef SO_TIMESTAMPNS
  return setsockopt(handle, SOL_SOCKET, SO_TIMESTAMPNS, &on, sizeof(on)) == 0;
#else
  return setsockopt(handle, SOL_SOCKET, SO_TIMESTAMP, &on, sizeof(on)) == 0;
#endif
}

session::SendResult ResultOf(int error) noexcept {
  switch (error) {
    case EINVAL:
    case ENETUNREACH:
    case EADDRNOTAVAIL:
    case ENETDOWN:
    case EHOSTUNREACH:
      return session::SendResult::kPathError;
    default:
      return session::SendResult::kLost;
  }
}

}  // namespace

std::optional<UdpSocket> UdpSocket::Connect(std::string_view ip, std::uint16_t port) noexcept {
  const auto remote = Parse(ip, port);
  return remote ? Open(*remote) : std::nullopt;
}

std::optional<UdpSocket> UdpSocket::Open(const Remote& remote) noexcept {
  const auto* target = reinterpret_cast<const sockaddr*>(remote.bytes.data());
  UdpSocket socket(OpenSocket(target->sa_family), remote);
  if (socket.handle_ < 0) return std::nullopt;
  (void)setsockopt(socket.handle_, SOL_SOCKET, SO_RCVBUF, &kReceiveBuffer, sizeof(kReceiveBuffer));
  socket.notes_arrival_ = NoteArrivals(socket.handle_);
  if (::connect(socket.handle_, target, remote.size) != 0) return std::nullopt;
  return socket;
}

void UdpSocket::Close() noexcept {
  if (handle_ != kNoSocket) ::close(std::exchange(handle_, kNoSocket));
}

session::SendResult SendDatagram(SocketHandle socket, std::span<const std::uint8_t> datagram) noexcept {
#ifdef MSG_NOSIGNAL
  constexpr int kFlags = MSG_NOSIGNAL;
#else
  constexpr int kFlags = 0;
#endif
  if (::send(socket, datagram.data(), datagram.size(), kFlags) >= 0) return session::SendResult::kSent;
  return ResultOf(errno);
}

}  // namespace sdkpp::engine
