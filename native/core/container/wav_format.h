#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>

#include "core/base/result.h"

namespace sdkpp::container {

enum class WavError {
  kTooShort,          ///< no RIFF header
  kNotWav,            ///< another format
  kNoFormat,          ///< no "fmt " chunk before the samples
  kBadFormat,         ///< the "fmt " chunk is short or contradicts itself
  kUnsupportedCodec,  ///< neither PCM of 8, 16, 24, 32 bits nor 32-bit float
  kBadRate,           ///< outside 8 to 192 kHz
  kBadChannels,       ///< none, or more than 32
  kNoData,            ///< no "data" chunk, or no whole sample in it
};

/// Why sound cannot be played.
struct WavRefusal {
  WavError error;
  /// Of kUnsupportedCodec.
  std::uint16_t codec = 0;
  std::uint16_t bits = 0;
};

enum class WavCodec { kU8, kS16, kS24, kS32, kF32 };

inline constexpr std::uint16_t kWavPcm = 1;
inline constexpr std::uint16_t kWavFloat = 3;

struct WavFormat {
  static constexpr int kMinRate = 8'000;
  static constexpr int kMaxRate = 192'000;
  static constexpr int kMaxChannels = 32;

  WavCodec codec = WavCodec::kS16;
  int rate = 0;
  int channels = 0;
  std::size_t frame_bytes = 0;  ///< of one sample of all channels
  std::uint32_t speakers = 0;   ///< a bit for each; 0: not said
};

/// Of the "fmt " chunk's data.
[[nodiscard]] Result<WavFormat, WavRefusal> ParseWavFormat(std::span<const std::uint8_t> chunk) noexcept;

/// One channel's sample, full scale is 1. Floats may be anything.
[[nodiscard]] inline float WavSample(WavCodec codec, std::span<const std::uint8_t> bytes) noexcept {
  std::uint32_t raw = 0;
  for (std::size_t i = 0; i < bytes.size(); ++i)
    raw |= std::uint32_t{bytes[i]} << (8 * (4 - bytes.size() + i));
  switch (codec) {
    case WavCodec::kU8:
      return (static_cast<float>(bytes[0]) - 128.0F) / 128.0F;
    case WavCodec::kF32:
      return std::bit_cast<float>(raw);
    default:
      return static_cast<float>(static_cast<std::int32_t>(raw)) / 2147483648.0F;
  }
}

}  // namespace sdkpp::container
