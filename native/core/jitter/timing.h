#pragma once

#include <algorithm>
#include <chrono>

#include "core/base/audio_format.h"
#include "core/base/instant.h"

namespace sdkpp::jitter {

inline constexpr double kTicksPerMs = kSampleRate / 1000.0;
inline constexpr double kBlockMs = 20.0;
/// Playout is a whole tick too late from here on (milliseconds).
inline constexpr double kTooLate = kBlockMs - 0.5;
/// More than this (milliseconds) is no delay but a time line that is just moving.
inline constexpr double kImplausible = 2000.0;
/// However strange its timestamp, a waiting packet starts to play after this.
inline constexpr Duration kMaxWait = std::chrono::milliseconds(200);

[[nodiscard]] constexpr double MsOf(Duration duration) noexcept {
  return std::chrono::duration<double, std::milli>(duration).count();
}

/// Decades at most, so that no timestamp overflows the clock.
[[nodiscard]] constexpr Duration DurationOf(double ms) noexcept {
  constexpr double kLimitMs = 1e12;
  ms = std::clamp(ms, -kLimitMs, kLimitMs);
  return std::chrono::duration_cast<Duration>(std::chrono::duration<double, std::milli>(ms));
}

}  // namespace sdkpp::jitter
