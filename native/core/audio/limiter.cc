#include "core/audio/limiter.h"

#include <algorithm>
#include <cmath>

#include "core/audio/samples.h"

namespace sdkpp::audio {
namespace {

constexpr std::size_t kPartSamples = Limiter::kPartValues / kChannels;
constexpr float kLargest = (kFullScale - 1) / kFullScale;
constexpr float kThreshold = 0.891251F;  ///< -1 dBFS
constexpr float kRelease = 1.006F;       ///< per part: 6 dB in 290 ms

/// Leaves values below the threshold alone and bends the rest towards full scale.
float Bend(float value) noexcept {
  const float size = std::abs(value);
  if (size <= kThreshold) return value;
  const float room = kLargest - kThreshold;
  const float over = size - kThreshold;
  return std::copysign(kThreshold + room * over / (over + room), value);
}

float PeakOf(std::span<const float> values) noexcept {
  float peak = 0;
  for (const float value : values) peak = std::max(peak, std::abs(value));
  return peak;
}

}  // namespace

float Limiter::NextGain(float peak) const noexcept {
  const float allowed = peak > kThreshold ? kThreshold / peak : 1.0F;
  return std::min({allowed, gain_ * kRelease, 1.0F});
}

void Limiter::Process(std::span<float> values) noexcept {
  for (std::size_t start = 0; start + kPartValues <= values.size(); start += kPartValues) {
    const auto part = values.subspan(start, kPartValues);
    const float next = NextGain(PeakOf(part));
    const float step = (next - gain_) / static_cast<float>(kPartSamples);
    for (std::size_t i = 0; i < part.size(); ++i) {
      const std::size_t sample = i / kChannels;  // per channel
      const float gain = gain_ + step * static_cast<float>(sample + 1);
      part[i] = Bend(part[i] * gain);
    }
    gain_ = next;
  }
}

}  // namespace sdkpp::audio
