#pragma once

#include <algorithm>

namespace sdkpp::turns {

/// A sender can make values of any size; squares and sums of these are finite. NaN counts as the smallest
/// one: std::max returns its first argument.
[[nodiscard]] constexpr float Bounded(float value) noexcept {
  constexpr float kLargest = 8.0F;
  return std::min(kLargest, std::max(-kLargest, value));
}

}  // namespace sdkpp::turns
