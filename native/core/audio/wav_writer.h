#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include "core/base/audio_format.h"

namespace sdkpp::audio {

/// Bytes of a 48 kHz stereo 16-bit WAV file. The caller owns the file: it writes Header() first, then every
/// Bytes(block), and at the end Header() again over the first kHeaderBytes. A file of 4 GiB and more becomes
/// an RF64 file (EBU Tech 3306), for whose sizes the header keeps a place.
class WavWriter {
 public:
  static constexpr std::size_t kHeaderBytes = 80;
  using HeaderBytes = std::array<std::uint8_t, kHeaderBytes>;

  /// The header of a file with so many bytes of samples.
  [[nodiscard]] static HeaderBytes HeaderFor(std::uint64_t data_bytes) noexcept;
  /// The header for what was counted so far.
  [[nodiscard]] HeaderBytes Header() const noexcept { return HeaderFor(data_bytes_); }

  /// Counts a block and gives its little-endian bytes; valid until the next call. media thread
  [[nodiscard]] std::span<const std::uint8_t> Bytes(
      std::span<const std::int16_t, kBlockValues> block) noexcept;

 private:
  std::array<std::uint8_t, kBlockValues * 2> bytes_{};
  std::uint64_t data_bytes_ = 0;
};

}  // namespace sdkpp::audio
