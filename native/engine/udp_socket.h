#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

namespace sdkpp::engine {

#ifdef _WIN32
using SocketHandle = std::uintptr_t;
inline constexpr SocketHandle kNoSocket = ~SocketHandle{0};
#else
using SocketHandle = int;
inline constexpr SocketHandle kNoSocket = -1;
#endif

/// A non-blocking UDP socket connected to one literal address, IPv4 or IPv6.
class UdpSocket {
 public:
  /// Nothing when `ip` is not a literal address or the system refuses.
  [[nodiscard]] static std::optional<UdpSocket> Connect(std::string_view ip, std::uint16_t port) noexcept;

  UdpSocket(UdpSocket&& other) noexcept;
  UdpSocket& operator=(UdpSocket&& other) noexcept;
  UdpSocket(const UdpSocket&) = delete;
  UdpSocket& operator=(const UdpSocket&) = delete;
  ~UdpSocket();

  /// False when the datagram could not be sent; it is then lost like any other. Media thread.
  [[nodiscard]] bool Send(std::span<const std::uint8_t> datagram) noexcept;

  /// The next waiting datagram's bytes in `buffer`, or nothing when none waits. Media thread.
  [[nodiscard]] std::optional<std::span<std::uint8_t>> Receive(std::span<std::uint8_t> buffer) noexcept;

  [[nodiscard]] SocketHandle handle() const noexcept { return handle_; }

 private:
  explicit UdpSocket(SocketHandle handle) noexcept : handle_(handle) {}
  void Close() noexcept;

  SocketHandle handle_ = kNoSocket;
};

}  // namespace sdkpp::engine
