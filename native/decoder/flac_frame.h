#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

#include "decoder/flac_header.h"

namespace sdkpp::decoder {

/// Bytes of the longest header of a frame.
inline constexpr std::size_t kMostFlacFrameHeader = 16;

/// The header of a FLAC frame (RFC 9639, 9.1).
struct FlacFrame {
  bool is_variable = false;   ///< the number counts samples; otherwise it counts frames
  std::uint64_t number = 0;   ///< 36 bits
  std::uint32_t samples = 0;  ///< per channel
};

/// The header at the start of `bytes`, when all of it is there. Its checksum is right, and its form is that
/// of the stream.
[[nodiscard]] std::optional<FlacFrame> ParseFlacFrame(std::span<const std::uint8_t> bytes,
                                                      const FlacInfo& info) noexcept;

}  // namespace sdkpp::decoder
