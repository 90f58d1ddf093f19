#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace sdkpp::jitter {

/// Removes or inserts one pitch period of 48 kHz interleaved stereo by overlap-add at the place where the
/// sound repeats itself (WSOLA), so that the change is not heard.
///
/// `strictness` -1 to 1 is the least similarity accepted; quiet sound is always accepted. No state.
class TimeStretcher {
 public:
  static constexpr std::size_t kMinPeriod = 120;  ///< 2.5 ms
  static constexpr std::size_t kMaxPeriod = 720;  ///< 15 ms
  /// Longest period that Lengthen inserts.
  static constexpr std::size_t kMaxInserted = 480;

  /// Writes `out` (960 samples per channel) from the start of `in`, which holds at least 960 + `limit`.
  /// Returns the samples per channel taken out of it beyond 960: the period removed, from `least` to `limit`;
  /// 0 when nothing fit, and then `out` is untouched. Quiet sound gives `limit`. media thread
  [[nodiscard]] static std::size_t Shorten(std::span<const float> in, std::size_t limit, float strictness,
                                           std::span<float> out, std::size_t least = kMinPeriod) noexcept;

  /// The same the other way: `in` holds at least 960, the period returned (at most kMaxInserted and `limit`)
  /// was inserted and 960 minus it were taken. media thread
  [[nodiscard]] static std::size_t Lengthen(std::span<const float> in, std::size_t limit, float strictness,
                                            std::span<float> out) noexcept;
};

}  // namespace sdkpp::jitter
