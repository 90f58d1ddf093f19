#pragma once

#include "core/base/audio_format.h"

namespace sdkpp::player::filters {

/// Bends each sample x: offset + scale * (sin_offset + sin(sin_scale x)) * (cos_offset + cos(cos_scale x)) *
/// (tan_offset + tan(tan_scale x)), at full scale at most.
class Distortion {
 public:
  /// Each -1,000,000 to 1,000,000.
  struct Settings {
    double sin_offset = 0;
    double sin_scale = 1;
    double cos_offset = 0;
    double cos_scale = 1;
    double tan_offset = 0;
    double tan_scale = 1;
    double offset = 0;
    double scale = 1;
    friend bool operator==(const Settings&, const Settings&) noexcept = default;
    /// With every one as it is without being said it is off, although the formula is not the sound itself.
    [[nodiscard]] bool changes_sound() const noexcept { return *this != Settings{}; }
  };

  explicit Distortion(const Settings& settings) noexcept : settings_(settings) {}
  void Apply(SoundBlock& sound) noexcept;

 private:
  Settings settings_;
};

}  // namespace sdkpp::player::filters
