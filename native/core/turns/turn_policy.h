#pragma once

#include "core/base/instant.h"
#include "core/turns/turn_event.h"

namespace sdkpp::turns {

/// What the policy knows of a pause.
struct PauseFacts {
  Duration silence{};  ///< so far
  Duration turn{};     ///< from the beginning of the turn to the end of its last speech
  Prosody prosody{};   ///< of the last words
  bool uses_prosody = true;
};

/// The probability, 0 to 1, that a turn is over: logistic, with coefficients that `bench/conversation/fit`
/// finds, with prosody and without. media thread
[[nodiscard]] float EndProbability(const PauseFacts& facts) noexcept;

}  // namespace sdkpp::turns
