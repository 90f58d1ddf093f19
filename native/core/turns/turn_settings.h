#pragma once

#include <chrono>
#include <cstdint>

#include "core/base/instant.h"

namespace sdkpp::turns {

/// The decider of the end of a turn.
enum class TurnDecider : std::uint8_t {
  kPolicy,    ///< the probability, when it reaches the threshold
  kDetector,  ///< the developer's detector: EndTurn(), Hold() or FallBack() for each kPause
};

/// The policy by which a turn ends. It may change at any time, also within a pause.
struct TurnSettings {
  /// No turn ends before this silence.
  Duration min_silence = std::chrono::milliseconds(150);
  /// After this silence every turn ends, whoever decides; not less than `min_silence`.
  Duration max_silence = std::chrono::milliseconds(2'000);
  /// The probability of an end, 0 to 1, with which a turn ends at `min_silence`; later it takes more
  /// (IsOver in turn_policy.h). The defaults are the point of the curve in bench/conversation/curves.md with
  /// a tenth of false cut-offs.
  float threshold = 0.65F;
  /// The probability, 0 to 1, from which a frame counts as speech.
  float min_probability = 0.5F;
  /// Whether melody and loudness count, or the lengths of pause and turn only.
  bool uses_prosody = true;
  TurnDecider decider = TurnDecider::kPolicy;
};

}  // namespace sdkpp::turns
