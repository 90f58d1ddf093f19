#pragma once

#include <array>
#include <cstdint>
#include <span>

#include "core/base/result.h"

namespace sdkpp::container {

/// What the header of an Opus stream asks of players (RFC 7845).
struct OpusHead {
  int channels = 2;    ///< 1 or 2
  int pre_skip = 0;    ///< samples per channel at 48 kHz that are dropped from the start
  double gain_db = 0;  ///< added
};

enum class OpusHeadError { kOther, kBad, kUnsupportedMapping };

/// kOther: the bytes are the header of something else.
[[nodiscard]] Result<OpusHead, OpusHeadError> ParseOpusHead(std::span<const std::uint8_t> packet) noexcept;

/// The bytes of such a header.
[[nodiscard]] std::array<std::uint8_t, 19> WriteOpusHead(const OpusHead& head) noexcept;

/// Whether a packet holds the tags that follow the header in Ogg, or their beginning.
[[nodiscard]] bool BeginsOpusTags(std::span<const std::uint8_t> packet) noexcept;

}  // namespace sdkpp::container
