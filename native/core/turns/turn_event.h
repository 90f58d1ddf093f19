#pragma once

#include <cstdint>

#include "core/base/instant.h"

namespace sdkpp::turns {

/// The melody of the last words before a pause, and their loudness. A stretch is speech with a pitch that
/// does not stop for 40 ms or jump. Ranks say where a pitch lies among those of the speaker: 0 is the lowest,
/// 1 the highest of the last half minute.
struct Prosody {
  float energy_slope_db_per_s = 0.0F;  ///< over the last 300 ms
  float energy_over_mean_db = 0.0F;    ///< of the last 100 ms, over the mean of the turn
  float peak_over_mean_db = 0.0F;      ///< of the loudest of the last 450 ms
  float spectral_change_db = 0.0F;     ///< from frame to frame, mean of 170 ms that end 80 ms before the end
  float clarity = 0.0F;                ///< how periodic the last 200 ms are, 0 to 1
  float pitch_hz = 0.0F;               ///< at the end; 0 without pitch
  float pitch_slope_semitones_per_s = 0.0F;
  float pitch_over_middle_semitones = 0.0F;  ///< at the end, over the speaker's middle
  float pitch_rank = 0.5F;                   ///< of the pitch at the end
  float lowest_rank = 0.5F;                  ///< of the last stretch
  float highest_rank = 0.5F;
  float fall_semitones = 0.0F;   ///< from the end of the last stretch to its beginning
  float range_semitones = 0.0F;  ///< of the last 350 ms
  Duration stretch{};            ///< length of the last stretch
  Duration unvoiced{};           ///< from its end to the end of speech
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
