#include "core/audio/limiter.h"

#include <algorithm>
#include <cmath>

namespace sdkpp::audio {
namespace {

constexpr std::size_t kParts = 8;  ///< the gain is updated every 2.5 ms
constexpr std::size_t kPartSamples = kBlockSamples / kParts;
constexpr float kLargest = 32767.0F;
constexpr float kThreshold = 29204.0F;  ///< -1 dBFS
constexpr float kRelease = 1.006F;      ///< per part: 6 dB in 290 ms

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

void Limiter::Process(std::span<const float, kBlockValues> values,
                      std::span<std::int16_t, kBlockValues> out) noexcept {
  for (std::size_t part = 0; part < kParts; ++part) {
    const std::size_t start = part * kPartSamples * kChannels;
    const auto in = values.subspan(start, kPartSamples * kChannels);
    const float next = NextGain(PeakOf(in));
    const float step = (next - gain_) / static_cast<float>(kPartSamples);
    for (std::size_t i = 0; i < in.size(); ++i) {
      const std::size_t sample = i / kChannels;  // per channel
      const float gain = gain_ + step * static_cast<float>(sample + 1);
      out[start + i] = static_cast<std::int16_t>(std::lrintf(Bend(in[i] * gain)));
    }
    gain_ = next;
  }
}

}  // namespace sdkpp::audio
