#pragma once

#include "core/base/audio_format.h"

namespace sdkpp::player::filters {

/// Removes what is the same on both sides, as most voices are: each side loses the other one. A band of the
/// middle, where the bass is, is added again.
class Karaoke {
 public:
  struct Settings {
    double level = 1;           ///< 0 to 1: how much of the middle is removed
    double mono_level = 1;      ///< 0 to 1: how much of the band comes back
    double filter_band = 220;   ///< Hz, 0 to 24,000: its centre
    double filter_width = 100;  ///< Hz, 0 to 24,000
    [[nodiscard]] bool changes_sound() const noexcept { return level != 0; }
  };

  explicit Karaoke(const Settings& settings) noexcept;
  void Apply(SoundBlock& sound) noexcept;

 private:
  double level_;
  double band_level_;
  double in_;
  double back_;
  double further_;
  double y1_ = 0;
  double y2_ = 0;
};

}  // namespace sdkpp::player::filters
