#pragma once

#include <cstdint>

#include "core/base/instant.h"

namespace sdkpp::turns {

/// The melody of the last words before a pause. Slopes are over the last 300 ms that had a voice.
struct Prosody {
  float energy_slope_db_per_s = 0.0F;
  float pitch_hz = 0.0F;  ///< at the end; 0 without pitch
  float pitch_slope_semitones_per_s = 0.0F;
  /// Of the end, over the middle of what this speaker spoke lately: a sentence that is over falls.
  float pitch_over_middle_semitones = 0.0F;
  /// Of the last 100 ms, over the mean of the turn.
  float energy_over_mean_db = 0.0F;
  bool has_pitch = false;
};

/// Something that a turn came to.
struct TurnEvent {
  enum class Kind : std::uint8_t {
    kSpeechStart,  ///< a turn begins
    kPause,        ///< every 100 ms of silence: the turn may be over
    kResume,       ///< speech goes on after a pause that was told
    kEndOfTurn,
  };

  Kind kind = Kind::kSpeechStart;
  /// Of the sound with which it was decided, in samples of 48 kHz on the connection's clock.
  std::uint64_t time = 0;
  std::uint64_t speech_began = 0;  ///< of the turn, on the same clock
  std::uint64_t speech_ended = 0;  ///< of the last speech, on the same clock; 0 at the start of a turn
  Duration silence{};              ///< since then
  /// That the turn is over, by the policy, 0 to 1; of speech at kSpeechStart and kResume.
  float probability = 0.0F;
  Prosody prosody{};  ///< of the words before the pause; at kSpeechStart and kResume it is empty
};

}  // namespace sdkpp::turns
