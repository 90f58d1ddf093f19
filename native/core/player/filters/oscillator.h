#pragma once

#include <cmath>
#include <numbers>

#include "core/base/audio_format.h"

namespace sdkpp::player::filters {

/// A slow sine by which filters move; it begins at 0 and rises.
class Oscillator {
 public:
  /// Negative frequencies begin by falling.
  explicit Oscillator(double hertz) noexcept : step_(hertz / kSampleRate) {}

  /// The next sample, -1 to 1.
  [[nodiscard]] double Next() noexcept {
    const double value = std::sin(2 * std::numbers::pi * turns_);
    turns_ += step_;
    turns_ -= std::floor(turns_);
    return value;
  }

 private:
  double step_;
  double turns_ = 0;  ///< 0 to 1
};

}  // namespace sdkpp::player::filters
