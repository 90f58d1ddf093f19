#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

#include "core/base/byte_writer.h"
#include "core/base/result.h"
#include "core/base/strong.h"

namespace sdkpp::rtp {

enum class PacketError : std::uint8_t {
  kTooShort,        ///< ends inside its header, or has no room for tag and counter
  kBadVersion,      ///< the top two bits are not 2
  kAuthentication,  ///< the AEAD tag does not prove it
  kBadPadding,      ///< padding count 0 or longer than the plaintext
  kBadExtension,    ///< extension longer than the plaintext
};

inline constexpr std::uint8_t kOpusPayloadType = 120;
inline constexpr std::size_t kFixedHeaderSize = 12;

/// The clear front of an RTP packet of the `_rtpsize` modes: 12 bytes, the CSRC list, and the
/// four bytes that announce an extension (its elements are encrypted).
struct Header {
  bool padding = false;
  bool extension = false;
  bool marker = false;
  std::uint8_t payload_type = kOpusPayloadType;
  Sequence sequence;
  RtpTimestamp timestamp;
  Ssrc ssrc;
  /// Bytes of extension elements at the front of the plaintext.
  std::size_t extension_size = 0;
  /// Bytes in clear; also the AAD.
  std::size_t clear_size = kFixedHeaderSize;
};

/// Reads the clear part of an untrusted packet.
[[nodiscard]] Result<Header, PacketError> ParseHeader(std::span<const std::uint8_t> packet) noexcept;

/// The SSRC that an untrusted packet claims, before anything is checked; nothing when it is too short.
[[nodiscard]] std::optional<Ssrc> PeekSsrc(std::span<const std::uint8_t> packet) noexcept;

/// Writes a plain header: no padding, extension, CSRC or marker.
void WriteHeader(ByteWriter& out, Sequence sequence, RtpTimestamp timestamp, Ssrc ssrc) noexcept;

}  // namespace sdkpp::rtp
