#pragma once

#include <cstddef>

#include "core/base/audio_format.h"
#include "core/player/filters/oscillator.h"

namespace sdkpp::player::filters {

/// Makes the sound softer and louder: the gain moves between 1 - depth and 1.
class Tremolo {
 public:
  struct Settings {
    double frequency = 2;  ///< Hz, above 0, to 24,000
    double depth = 0.5;    ///< above 0, to 1
    [[nodiscard]] bool changes_sound() const noexcept { return depth != 0; }
  };

  explicit Tremolo(const Settings& settings) noexcept
      : oscillator_(settings.frequency), half_(settings.depth / 2) {}

  void Apply(SoundBlock& sound) noexcept {
    for (std::size_t at = 0; at < kBlockValues; at += kChannels) {
      const auto gain = static_cast<float>(1 - half_ + half_ * oscillator_.Next());
      sound[at] *= gain;
      sound[at + 1] *= gain;
    }
  }

 private:
  Oscillator oscillator_;
  double half_;
};

}  // namespace sdkpp::player::filters
