#pragma once

#include <cstdint>
#include <span>

namespace sdkpp::audio {

/// 1.0 on the 16-bit scale.
inline constexpr float kFullScale = 32768.0F;

/// A value of ±1 on the 16-bit scale, rounded, saturating; halves go away from zero. media thread
[[nodiscard]] std::int16_t Rounded(float value) noexcept;
/// `out` is as long as `values`. media thread
void Round(std::span<const float> values, std::span<std::int16_t> out) noexcept;
/// The other way. media thread
void Widen(std::span<const std::int16_t> values, std::span<float> out) noexcept;

}  // namespace sdkpp::audio
