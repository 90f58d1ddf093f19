#pragma once

#include <array>
#include <cmath>
#include <cstddef>

namespace sdkpp::turns {

/// Coefficients of a function of `measures` values: one each, one for each product of two, and an offset.
template <std::size_t measures>
using Quadratic = std::array<float, measures + measures*(measures + 1) / 2 + 1>;

/// The value of the function, which is the logarithm of the odds. media thread
template <std::size_t measures>
[[nodiscard]] float LogOdds(const std::array<float, measures>& values,
                            const Quadratic<measures>& weights) noexcept {
  float sum = weights.back();
  const float* product = weights.data() + measures;
  for (std::size_t at = 0; at < measures; ++at) {
    float inner = weights[at];
    for (std::size_t other = 0; other <= at; ++other) inner += *product++ * values[other];
    sum += values[at] * inner;
  }
  return sum;
}

[[nodiscard]] inline float Logistic(float log_odds) noexcept { return 1.0F / (1.0F + std::exp(-log_odds)); }

}  // namespace sdkpp::turns
