#include <arpa/inet.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstring>
#include <utility>

#include "engine/udp_socket.h"

namespace sdkpp::engine {

namespace {

constexpr int kReceiveBuffer = 1 << 20;

struct Address {
  sockaddr_storage storage{};
  socklen_t size = 0;
};

/// A literal address, without asking any resolver.
std::optional<Address> ParseAddress(std::string_view ip, std::uint16_t port) noexcept {
  std::array<char, INET6_ADDRSTRLEN + 1> text{};
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

bool MakeNonBlocking(int handle) noexcept {
  const int flags = fcntl(handle, F_GETFL, 0);
  return flags >= 0 && fcntl(handle, F_SETFL, flags | O_NONBLOCK) == 0 &&
         fcntl(handle, F_SETFD, FD_CLOEXEC) == 0;
}

}  // namespace

std::optional<UdpSocket> UdpSocket::Connect(std::string_view ip, std::uint16_t port) noexcept {
  const auto address = ParseAddress(ip, port);
  if (!address) return std::nullopt;
  UdpSocket socket(::socket(address->storage.ss_family, SOCK_DGRAM, IPPROTO_UDP));
  if (socket.handle_ < 0 || !MakeNonBlocking(socket.handle_)) return std::nullopt;
  (void)setsockopt(socket.handle_, SOL_SOCKET, SO_RCVBUF, &kReceiveBuffer, sizeof(kReceiveBuffer));
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
  if (handle_ != kNoSocket) ::close(std::exchange(handle_, kNoSocket));
}

bool UdpSocket::Send(std::span<const std::uint8_t> datagram) noexcept {
#ifdef MSG_NOSIGNAL
  constexpr int kFlags = MSG_NOSIGNAL;
#else
  constexpr int kFlags = 0;
#endif
  return ::send(handle_, datagram.data(), datagram.size(), kFlags) == static_cast<ssize_t>(datagram.size());
}

std::optional<std::span<std::uint8_t>> UdpSocket::Receive(std::span<std::uint8_t> buffer) noexcept {
  // an ICMP "port unreachable" shows up here as an error once; the datagram behind it is then read
  for (int tries = 0; tries < 2; ++tries) {
    const ssize_t size = ::recv(handle_, buffer.data(), buffer.size(), 0);
    if (size >= 0) return buffer.first(static_cast<std::size_t>(size));
    if (errno != ECONNREFUSED && errno != EINTR) return std::nullopt;
  }
  return std::nullopt;
}

}  // namespace sdkpp::engine
