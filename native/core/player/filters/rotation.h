#pragma once

#include <cstddef>

#include "core/base/audio_format.h"
#include "core/player/filters/oscillator.h"

namespace sdkpp::player::filters {

/// Moves the sound from side to side, as if it went around the listener: the left side is (1 + sin) / 2 of
/// itself, the right one (1 - sin) / 2.
class Rotation {
 public:
  struct Settings {
    double rotation_hz = 0;  ///< -24,000 to 24,000; 0 is off, below 0 it begins towards the right
    [[nodiscard]] bool changes_sound() const noexcept { return rotation_hz != 0; }
  };

  explicit Rotation(const Settings& settings) noexcept : oscillator_(settings.rotation_hz) {}

  void Apply(SoundBlock& sound) noexcept {
    for (std::size_t at = 0; at < kBlockValues; at += kChannels) {
      const double side = oscillator_.Next();
      sound[at] *= static_cast<float>((1 + side) / 2);
      sound[at + 1] *= static_cast<float>((1 - side) / 2);
    }
  }

 private:
  Oscillator oscillator_;
};

}  // namespace sdkpp::player::filters
