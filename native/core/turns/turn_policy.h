#pragma once

#include <array>
#include <cstddef>

#include "core/base/instant.h"
#include "core/turns/turn_event.h"
#include "core/turns/turn_settings.h"

namespace sdkpp::turns {

/// The facts of a pause from which the policy decides.
struct PauseFacts {
  Duration silence{};  ///< so far
  Duration turn{};     ///< from the beginning of the turn to the end of its last speech
  Prosody prosody{};   ///< of the last words
};

/// Those as measures of about unit size.
inline constexpr std::size_t kPauseMeasures = 16;
[[nodiscard]] std::array<float, kPauseMeasures> MeasuresOf(const PauseFacts& facts) noexcept;

/// The probability, 0 to 1, that a turn is over: logistic, with coefficients that `bench/conversation/fit`
/// finds. media thread
[[nodiscard]] float EndProbability(const PauseFacts& facts) noexcept;
/// By the lengths of silence and turn only. media thread
[[nodiscard]] float EndProbabilityByLength(const PauseFacts& facts) noexcept;

/// Whether the policy ends a turn of this probability after this silence. At `min_silence` the threshold
/// itself is asked for. Later an end saves less of the time until `max_silence` and is as wrong when it is
/// wrong: the odds have to be higher. media thread
[[nodiscard]] bool IsOver(float probability, Duration silence, const TurnSettings& settings) noexcept;

}  // namespace sdkpp::turns
