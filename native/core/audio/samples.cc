#include "core/audio/samples.h"

#include <algorithm>
#include <cmath>

namespace sdkpp::audio {

std::int16_t Rounded(float value) noexcept {
  return static_cast<std::int16_t>(std::lrintf(std::clamp(value * kFullScale, -kFullScale, kFullScale - 1)));
}

void Round(std::span<const float> values, std::span<std::int16_t> out) noexcept {
  std::ranges::transform(values, out.begin(), Rounded);
}

void Widen(std::span<const std::int16_t> values, std::span<float> out) noexcept {
  std::ranges::transform(values, out.begin(),
                         [](std::int16_t value) { return static_cast<float>(value) / kFullScale; });
}

}  // namespace sdkpp::audio
