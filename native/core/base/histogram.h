#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>

#include "core/base/instant.h"

namespace sdkpp {

/// Counts durations in logarithmic buckets of 5 % from 1 µs to about 20 s; forgets nothing, never allocates.
class DurationHistogram {
 public:
  void Add(Duration duration) noexcept {
    ++counts_[Bucket(duration)];
    ++total_;
  }

  /// Upper edge of the bucket in which the `share` (0…1) smallest values end, in milliseconds; 0 when empty.
  [[nodiscard]] double QuantileMs(double share) const noexcept {
    if (total_ == 0) return 0;
    const auto wanted = static_cast<std::uint64_t>(std::ceil(share * static_cast<double>(total_)));
    std::uint64_t seen = 0;
    for (std::size_t at = 0; at < counts_.size(); ++at) {
      seen += counts_[at];
      if (seen >= wanted) return std::pow(kStep, static_cast<double>(at)) / 1000.0;
    }
    return std::pow(kStep, static_cast<double>(counts_.size())) / 1000.0;
  }

  [[nodiscard]] std::uint64_t total() const noexcept { return total_; }

 private:
  static constexpr double kStep = 1.05;

  [[nodiscard]] std::size_t Bucket(Duration duration) const noexcept {
    const double us = static_cast<double>(duration.count()) / 1000.0;
    if (us <= 1) return 0;
    const auto at = static_cast<std::size_t>(std::ceil(std::log(us) / std::log(kStep)));
    return std::min(at, counts_.size() - 1);
  }

  std::array<std::uint32_t, 345> counts_{};
  std::uint64_t total_ = 0;
};

}  // namespace sdkpp
