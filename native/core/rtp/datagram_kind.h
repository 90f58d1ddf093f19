#pragma once

#include <cstdint>
#include <span>

namespace sdkpp::rtp {

/// The claimed kind of a datagram on the voice socket, before anything is decrypted.
enum class DatagramKind : std::uint8_t {
  kDiscoveryRequest,
  kDiscoveryResponse,
  kPingRequest,
  kPingResponse,
  kKeepalive,
  kRtp,
  kRtcp,
  kDrop,
};

/// Sorts an untrusted datagram by length and first bytes.
[[nodiscard]] DatagramKind Classify(std::span<const std::uint8_t> datagram) noexcept;

}  // namespace sdkpp::rtp
