#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include "core/base/audio_format.h"

namespace sdkpp::audio {

/// Bytes of a 48 kHz stereo 16-bit WAV file. The caller owns the file: it writes Header() first, then every
/// Bytes(block), and at the end Header() again over the first 44 bytes.
class WavWriter {
 public:
  static constexpr std::size_t kHeaderBytes = 44;

  /// The header for what was counted so far; sizes stop at the format's limit of 4 GiB.
  [[nodiscard]] std::array<std::uint8_t, kHeaderBytes> Header() const noexcept;

  /// Counts a block and gives its little-endian bytes; valid until the next call. media thread
  [[nodiscard]] std::span<const std::uint8_t> Bytes(
      std::span<const std::int16_t, kBlockValues> block) noexcept;

  /// Bytes of samples so far.
  [[nodiscard]] std::uint64_t data_bytes() const noexcept { return data_bytes_; }

 private:
  std::array<std::uint8_t, kBlockValues * 2> bytes_{};
  std::uint64_t data_bytes_ = 0;
};

}  // namespace sdkpp::audio
