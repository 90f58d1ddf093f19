#pragma once

#include <cmath>

namespace sdkpp::player::filters {

/// What a filter remembers between blocks: far below anything audible it is nothing, since processors take
/// many times as long for the smallest numbers.
[[nodiscard]] inline double Faded(double value) noexcept { return std::abs(value) < 1e-20 ? 0 : value; }

}  // namespace sdkpp::player::filters
