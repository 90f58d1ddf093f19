#pragma once

#include <cstdint>

namespace sdkpp::player {

/// How far a player is.
struct Position {
  std::uint32_t number = 0;   ///< of the track; 0 before the first
  std::uint64_t samples = 0;  ///< per channel at 48 kHz, played of it

  /// One word, which another thread can read at any time: the track in the upper 24 bits, samples below.
  [[nodiscard]] constexpr std::uint64_t Pack() const noexcept {
    return std::uint64_t{number} << kNumberShift | (samples & kSamplesMask);
  }
  [[nodiscard]] static constexpr Position Unpack(std::uint64_t word) noexcept {
    return {static_cast<std::uint32_t>(word >> kNumberShift), word & kSamplesMask};
  }

 private:
  static constexpr int kNumberShift = 40;
  static constexpr std::uint64_t kSamplesMask = (std::uint64_t{1} << kNumberShift) - 1;
};

}  // namespace sdkpp::player
