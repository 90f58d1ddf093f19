#pragma once

#include <cstdint>
#include <random>

#include "core/base/audio_format.h"

namespace sdkpp::test {

/// White noise, even between -amplitude and +amplitude; the same seed gives the same.
class Noise {
 public:
  Noise(double amplitude, std::uint64_t seed) : amplitude_(amplitude), random_(seed) {}

  AudioBlock Block() {
    AudioBlock block;
    for (auto& value : block) {
      const double even = static_cast<double>(random_() >> 11) * 0x1.0p-53;
      value = static_cast<std::int16_t>(amplitude_ * (2.0 * even - 1.0));
    }
    return block;
  }

 private:
  double amplitude_;
  std::mt19937_64 random_;
};

}  // namespace sdkpp::test
