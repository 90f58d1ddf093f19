#pragma once

#include <cstdint>
#include <span>

namespace sdkpp::audio {

/// Linear gain of a perceptual volume in percent: 0 is silence, 100 is 1, 200 is +6 dB; below 100 every
/// percent is half a decibel. Clamped to [0, 200].
[[nodiscard]] float GainOfVolume(float percent) noexcept;

/// Multiplies in place, saturating. media thread
void ApplyGain(std::span<std::int16_t> values, float gain) noexcept;

/// Root mean square of 16-bit samples in dB below full scale, in [-100, 0]; -100 when empty. media thread
[[nodiscard]] float LevelDbfs(std::span<const std::int16_t> values) noexcept;
/// The same of values of ±1 at full scale, in [-100, 6]: of any value no more than ±2 counts. media thread
[[nodiscard]] float LevelDbfs(std::span<const float> values) noexcept;

}  // namespace sdkpp::audio
