#pragma once

#include <chrono>
#include <cstdint>

#include "core/base/audio_format.h"
#include "core/base/instant.h"

namespace sdkpp::turns {

/// No connection lives so long, in samples of 48 kHz; sums with it never overflow.
inline constexpr std::uint64_t kFarthestTime = std::uint64_t{1} << 60;

/// From one place on the clock of a connection to a later one, at most a day; 0 when it is not later.
[[nodiscard]] constexpr Duration TimeBetween(std::uint64_t from, std::uint64_t to) noexcept {
  constexpr std::uint64_t kDay = std::uint64_t{kSampleRate} * 86'400;
  const std::uint64_t samples = to <= from ? 0 : (to - from < kDay ? to - from : kDay);
  return Duration(static_cast<std::int64_t>(samples * 1'000'000 / (kSampleRate / 1'000)));
}

/// Samples of 48 kHz, rounded down; 0 for what is negative.
[[nodiscard]] constexpr std::uint64_t SamplesIn(Duration duration) noexcept {
  const auto us = std::chrono::duration_cast<std::chrono::microseconds>(duration).count();
  return us <= 0 ? 0 : static_cast<std::uint64_t>(us) * (kSampleRate / 1'000) / 1'000;
}

}  // namespace sdkpp::turns
