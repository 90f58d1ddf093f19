#pragma once

#include <cmath>

namespace sdkpp::player::filters {

/// A value that a filter keeps between blocks. Far below anything audible it becomes 0, since processors take
/// many times as long for the smallest numbers.
[[nodiscard]] inline double Faded(double value) noexcept { return std::abs(value) < 1e-20 ? 0 : value; }

}  // namespace sdkpp::player::filters
