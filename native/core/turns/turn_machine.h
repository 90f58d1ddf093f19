#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>

#include "core/turns/ear_frame.h"
#include "core/turns/prosody_tracker.h"
#include "core/turns/speech_gate.h"
#include "core/turns/turn_event.h"
#include "core/turns/turn_settings.h"

namespace sdkpp::turns {

/// The turns of one speaker: frames in, events out.
///
///                speech              silence                     policy, detector, max_silence
///     quiet ──────────────▶ speaking ────────▶ pausing (kPause…) ────────────────▶ quiet
///           kSpeechStart        ◀──────────────┘ speech: kResume       kEndOfTurn
class TurnMachine {
 public:
  /// From the next frame on. A `max_silence` below `min_silence` counts as `min_silence`. media thread
  void Apply(const TurnSettings& settings) noexcept;
  /// Frames in the order of their times. A gap between two counts as silence. media thread
  void HandleFrame(const EarFrame& frame) noexcept;
  /// Events in order, until there is none; take all before the next frame: no more than two are kept. media
  /// thread
  [[nodiscard]] std::optional<TurnEvent> Poll() noexcept;

  /// The detector's answer to the kPause with this `time`: the turn is over. Nothing when speech has resumed
  /// meanwhile or the turn has ended. media thread
  void EndTurn(std::uint64_t pause_time) noexcept;
  /// The other answer: the turn goes on, whatever the policy says, until the next kPause. media thread
  void Hold(std::uint64_t pause_time) noexcept;
  /// There is no answer in time: the policy decides for the rest of the silence. media thread
  void FallBack(std::uint64_t pause_time) noexcept;

  /// The speaker is not heard any more from `now` on: a turn that is on ends. media thread
  void Stop(std::uint64_t now) noexcept;

  [[nodiscard]] bool is_in_turn() const noexcept { return state_ != State::kQuiet; }

 private:
  enum class State : std::uint8_t { kQuiet, kSpeaking, kPausing };

  void HandleSpeech(std::uint64_t now, float probability) noexcept;
  void HandleSilence(std::uint64_t now) noexcept;
  void Consider(std::uint64_t now) noexcept;
  void End(std::uint64_t now, float probability) noexcept;
  void TellPause(TurnEvent::Kind kind, std::uint64_t now, float probability) noexcept;
  void Tell(TurnEvent event) noexcept;
  [[nodiscard]] bool IsAt(std::uint64_t pause_time) const noexcept;

  TurnSettings settings_;
  SpeechGate gate_;
  ProsodyTracker melody_;
  State state_ = State::kQuiet;
  std::uint64_t speech_began_ = 0;
  std::uint64_t speech_ended_ = 0;
  std::uint64_t next_pause_ = 0;  ///< when the next kPause is due
  std::uint64_t pause_ = 0;       ///< time of the last one
  bool policy_decides_ = true;    ///< in this silence
  Prosody prosody_;               ///< of the words before this silence
  std::array<TurnEvent, 2> events_{};
  std::size_t first_ = 0;
  std::size_t count_ = 0;
};

}  // namespace sdkpp::turns
