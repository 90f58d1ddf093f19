#include "core/audio/gain.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <numeric>

#include "core/audio/mixer.h"
#include "core/audio/samples.h"

namespace sdkpp::audio {
namespace {

constexpr float kRangeDb = 50.0F;  ///< from 0 to 100 percent
constexpr float kBoostDb = 6.0F;   ///< from 100 to 200 percent
constexpr float kLowest = -100.0F;

}  // namespace

float GainOfVolume(float percent) noexcept {
  if (!(percent > 0.0F)) return 0.0F;
  const float over = std::min(percent, 200.0F) / 100.0F - 1.0F;
  return std::pow(10.0F, over * (over > 0.0F ? kBoostDb : kRangeDb) / 20.0F);
}

void ApplyGain(std::span<std::int16_t> values, float gain) noexcept {
  if (gain == 1.0F) return;
  for (std::int16_t& value : values) {
    value = static_cast<std::int16_t>(
        std::lrintf(std::clamp(static_cast<float>(value) * gain, -32768.0F, 32767.0F)));
  }
}

float LevelDbfs(std::span<const std::int16_t> values) noexcept {
  if (values.empty()) return kLowest;
  float energy = 0;
  for (const std::int16_t value : values) energy += static_cast<float>(value) * static_cast<float>(value);
  const float rms = std::sqrt(energy / static_cast<float>(values.size())) / kFullScale;
  return rms > 1e-5F ? std::min(0.0F, 20.0F * std::log10(rms)) : kLowest;
}

float LevelDbfs(std::span<const float> values) noexcept {
  if (values.empty()) return kLowest;
  // separate sums, so that the compiler adds eight values at once
  std::array<float, 8> energies{};
  for (std::size_t at = 0; at + energies.size() <= values.size(); at += energies.size()) {
    for (std::size_t lane = 0; lane < energies.size(); ++lane) {
      // NaN counts as -kLoudest: std::max returns its first argument
      const float value = std::min(Mixer::kLoudest, std::max(-Mixer::kLoudest, values[at + lane]));
      energies[lane] += value * value;
    }
  }
  const float energy = std::accumulate(energies.begin(), energies.end(), 0.0F);
  const float rms = std::sqrt(energy / static_cast<float>(values.size()));
  return rms > 1e-5F ? 20.0F * std::log10(rms) : kLowest;
}

}  // namespace sdkpp::audio
