#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>

#include "core/base/instant.h"

namespace sdkpp {

/// Counts durations in buckets that are at most 6 % wide, from 1 µs to about 30 s; forgets nothing, never
/// allocates. One thread adds, in a few integer steps; any thread asks.
class DurationHistogram {
 public:
  void Add(Duration duration) noexcept {
    auto& count = counts_[Bucket(std::max<std::int64_t>(duration.count() / 1000, 0))];
    count.store(count.load(std::memory_order_relaxed) + 1, std::memory_order_relaxed);
  }

  /// Upper edge of the bucket in which the `share` (0…1) smallest values end, in milliseconds; 0 when empty.
  [[nodiscard]] double QuantileMs(double share) const noexcept {
    const auto wanted = static_cast<std::uint64_t>(std::ceil(share * static_cast<double>(total())));
    if (wanted == 0) return 0;
    std::uint64_t seen = 0;
    std::size_t at = 0;
    while (at + 1 < kBuckets && (seen += counts_[at].load(std::memory_order_relaxed)) < wanted) ++at;
    return static_cast<double>(UpperEdge(at)) / 1000.0;
  }

  [[nodiscard]] std::uint64_t total() const noexcept {
    std::uint64_t total = 0;
    for (const auto& count : counts_) total += count.load(std::memory_order_relaxed);
    return total;
  }

 private:
  /// Each power of two is divided into so many buckets of equal width; below, a bucket is 1 µs.
  static constexpr int kPartBits = 4;
  static constexpr std::size_t kParts = 1 << kPartBits;
  static constexpr int kHighestBit = 24;
  static constexpr std::size_t kBuckets = (kHighestBit - kPartBits + 2) * kParts;

  [[nodiscard]] static std::size_t Bucket(std::int64_t us) noexcept {
    const auto value = std::min(static_cast<std::uint64_t>(us), (std::uint64_t{2} << kHighestBit) - 1);
    if (value < kParts) return static_cast<std::size_t>(value);
    const int shift = static_cast<int>(std::bit_width(value)) - 1 - kPartBits;
    return static_cast<std::size_t>(shift) * kParts + static_cast<std::size_t>(value >> shift);
  }

  /// In microseconds.
  [[nodiscard]] static std::uint64_t UpperEdge(std::size_t bucket) noexcept {
    if (bucket < kParts) return bucket + 1;
    const std::size_t shift = bucket / kParts - 1;
    return static_cast<std::uint64_t>(bucket - shift * kParts + 1) << shift;
  }

  std::array<std::atomic<std::uint32_t>, kBuckets> counts_{};
};

}  // namespace sdkpp
