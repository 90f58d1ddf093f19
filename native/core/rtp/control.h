#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

#include "core/base/result.h"
#include "core/base/strong.h"

namespace sdkpp::rtp {

inline constexpr std::size_t kDiscoverySize = 74;
inline constexpr std::uint16_t kDiscoveryLength = 70;
inline constexpr std::size_t kPingSize = 8;
inline constexpr std::uint32_t kPingRequestMagic = 0x1337cafe;
inline constexpr std::uint32_t kPingResponseMagic = 0x1337f00d;

enum class DiscoveryError : std::uint8_t { kNotAResponse, kForeignSsrc, kNoTerminator, kBadAddress };

/// Own public address as the voice server sees it.
struct DiscoveredAddress {
  /// Literal IPv4 or IPv6 text, zero-terminated.
  std::array<char, 64> text{};
  std::uint16_t port = 0;

  [[nodiscard]] std::string_view address() const noexcept { return text.data(); }
};

/// IP discovery request, 74 bytes.
[[nodiscard]] std::array<std::uint8_t, kDiscoverySize> WriteDiscoveryRequest(Ssrc ssrc) noexcept;

/// Reads an untrusted discovery answer meant for `ssrc`.
[[nodiscard]] Result<DiscoveredAddress, DiscoveryError> ParseDiscoveryResponse(
    std::span<const std::uint8_t> datagram, Ssrc ssrc) noexcept;

/// UDP ping; the other side returns `token` unchanged.
[[nodiscard]] std::array<std::uint8_t, kPingSize> WritePing(std::uint32_t token) noexcept;

/// The token of a ping response (already classified as one).
[[nodiscard]] std::uint32_t ParsePingToken(std::span<const std::uint8_t> datagram) noexcept;

}  // namespace sdkpp::rtp
