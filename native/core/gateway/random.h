#pragma once

#include <cstdint>

namespace sdkpp::gateway {

/// SplitMix64: spreads retries and heartbeats of many clients. Not for secrets.
class Random {
 public:
  explicit constexpr Random(std::uint64_t seed) noexcept : state_(seed) {}

  /// Uniform in [0, 1).
  constexpr double Unit() noexcept {
    state_ += 0x9e37'79b9'7f4a'7c15ULL;
    std::uint64_t mixed = state_;
    mixed = (mixed ^ (mixed >> 30)) * 0xbf58'476d'1ce4'e5b9ULL;
    mixed = (mixed ^ (mixed >> 27)) * 0x94d0'49bb'1331'11ebULL;
    mixed ^= mixed >> 31;
    return static_cast<double>(mixed >> 11) * 0x1.0p-53;
  }

 private:
  std::uint64_t state_;
};

}  // namespace sdkpp::gateway
