#pragma once

#include <array>
#include <cstddef>
#include <memory>
#include <vector>

#include "core/base/audio_format.h"

namespace sdkpp::audio {

/// The windowed sinc of the resamplers: Kaiser window, 32 taps at 48 kHz and proportionally more for higher
/// rates, 256 phases with linear interpolation between them.
class SincTable {
 public:
  using Pair = std::array<float, kChannels>;

  /// From `from` Hz to `to` Hz. Allocates.
  SincTable(int from, int to);

  /// Inputs under the window.
  [[nodiscard]] std::size_t taps() const noexcept { return taps_; }
  /// The weights for a value that lies on an input, oldest first, for converters to a part of their rate:
  /// what such a converter needs of a table costs a 257th of it. Allocates.
  [[nodiscard]] static std::vector<float> Middle(int from, int to);
  /// The value `fraction` of an input, 0 to 1, behind the middle of the window. `left` and `right` hold
  /// taps() samples, oldest first.
  [[nodiscard]] Pair At(double fraction, const float* left, const float* right) const noexcept;

 private:
  static constexpr std::size_t kPhases = 256;

  std::size_t taps_;
  std::unique_ptr<float[]> table_;  ///< (kPhases + 1) x taps_
};

/// The newest inputs of two channels, so that a window of them is always contiguous.
class SincHistory {
 public:
  /// Allocates.
  explicit SincHistory(std::size_t taps)
      : taps_(taps), lines_(std::make_unique<float[]>(2 * taps * kChannels)) {}

  void Feed(float left, float right) noexcept {
    lines_[at_] = lines_[at_ + taps_] = left;
    lines_[2 * taps_ + at_] = lines_[3 * taps_ + at_] = right;
    at_ = at_ + 1 == taps_ ? 0 : at_ + 1;
  }
  [[nodiscard]] const float* left() const noexcept { return lines_.get() + at_; }
  [[nodiscard]] const float* right() const noexcept { return left() + 2 * taps_; }
  void Reset() noexcept;

 private:
  std::size_t taps_;
  std::unique_ptr<float[]> lines_;  ///< 2 x taps_ per channel
  std::size_t at_ = 0;
};

}  // namespace sdkpp::audio
