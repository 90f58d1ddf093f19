#include "core/player/filters/distortion.h"

#include <algorithm>
#include <cmath>

namespace sdkpp::player::filters {

void Distortion::Apply(SoundBlock& sound) noexcept {
  const Settings& set = settings_;
  for (float& value : sound) {
    const double x = value;
    const double bent = (set.sin_offset + std::sin(x * set.sin_scale)) *
                        (set.cos_offset + std::cos(x * set.cos_scale)) *
                        (set.tan_offset + std::tan(x * set.tan_scale));
    value = static_cast<float>(std::clamp(set.offset + set.scale * bent, -1.0, 1.0));
  }
}

}  // namespace sdkpp::player::filters
