#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

#include "core/session/path/path_watch.h"

namespace sdkpp::engine {

#ifdef _WIN32
using SocketHandle = std::uintptr_t;
inline constexpr SocketHandle kNoSocket = ~SocketHandle{0};
#else
using SocketHandle = int;
inline constexpr SocketHandle kNoSocket = -1;
#endif

/// Sends through a socket of this kind. A datagram that could not be sent is lost like any other; the result
/// says whether the socket can still send. Media thread.
[[nodiscard]] session::SendResult SendDatagram(SocketHandle socket,
                                               std::span<const std::uint8_t> datagram) noexcept;

/// A non-blocking UDP socket connected to one literal address, IPv4 or IPv6.
class UdpSocket {
 public:
  /// Nothing when `ip` is not a literal address or the system call fails.
  [[nodiscard]] static std::optional<UdpSocket> Connect(std::string_view ip, std::uint16_t port) noexcept;

  UdpSocket(UdpSocket&& other) noexcept;
  UdpSocket& operator=(UdpSocket&& other) noexcept;
  UdpSocket(const UdpSocket&) = delete;
  UdpSocket& operator=(const UdpSocket&) = delete;
  ~UdpSocket();

  /// Another socket to the same address, from the address that the system now sends from. Nothing on failure.
  /// Media thread: a few system calls that do not wait.
  [[nodiscard]] std::optional<UdpSocket> Another() const noexcept;

  [[nodiscard]] session::SendResult Send(std::span<const std::uint8_t> datagram) noexcept {
    return SendDatagram(handle_, datagram);
  }

  /// Whether the system notes when each datagram arrives; otherwise that is when it is read.
  [[nodiscard]] bool notes_arrival() const noexcept { return notes_arrival_; }

  [[nodiscard]] SocketHandle handle() const noexcept { return handle_; }

 private:
  /// A literal address in the system's own form; large enough for IPv6 everywhere.
  struct Remote {
    alignas(8) std::array<std::uint8_t, 32> bytes{};
    std::uint8_t size = 0;
  };
  explicit UdpSocket(SocketHandle handle, const Remote& remote) noexcept : handle_(handle), remote_(remote) {}
  [[nodiscard]] static std::optional<Remote> Parse(std::string_view ip, std::uint16_t port) noexcept;
  [[nodiscard]] static std::optional<UdpSocket> Open(const Remote& remote) noexcept;
  void Close() noexcept;

  SocketHandle handle_ = kNoSocket;
  Remote remote_;
  bool notes_arrival_ = false;
};

}  // namespace sdkpp::engine
