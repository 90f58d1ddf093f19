#include "core/turns/turn_machine.h"

#include <algorithm>
#include <utility>

#include "core/turns/clock_time.h"
#include "core/turns/turn_policy.h"

namespace sdkpp::turns {
namespace {

constexpr std::uint64_t kBetweenPauses = 4'800;  ///< 100 ms

}  // namespace

void TurnMachine::Apply(const TurnSettings& settings) noexcept {
  settings_ = settings;
  settings_.max_silence = std::max(settings.max_silence, settings.min_silence);
  gate_.SetThreshold(settings.min_probability);
  policy_decides_ = settings.decider == TurnDecider::kPolicy;
}

void TurnMachine::HandleFrame(const EarFrame& frame) noexcept {
  gate_.Process(frame);
  const std::uint64_t now = frame.time + kFrameTicks;
  if (gate_.is_speech()) {
    HandleSpeech(now, frame.probability);
    melody_.HandleSpeech(frame);
  } else if (is_in_turn()) {
    HandleSilence(now);
  }
}

void TurnMachine::HandleSpeech(std::uint64_t now, float probability) noexcept {
  const State before = std::exchange(state_, State::kSpeaking);
  const bool told = before == State::kPausing && next_pause_ > speech_ended_ + kBetweenPauses;
  const std::uint64_t ended = std::exchange(speech_ended_, now);
  if (before == State::kQuiet) {
    speech_began_ = gate_.began();
    melody_.BeginTurn();
    Tell({.kind = TurnEvent::Kind::kSpeechStart, .time = now, .probability = probability});
  } else if (told) {
    Tell({.kind = TurnEvent::Kind::kResume,
          .time = now,
          .speech_ended = ended,
          .silence = TimeBetween(ended, gate_.began()),
          .probability = probability});
  }
}

void TurnMachine::HandleSilence(std::uint64_t now) noexcept {
  if (state_ == State::kSpeaking) {
    state_ = State::kPausing;
    next_pause_ = speech_ended_ + kBetweenPauses;
    policy_decides_ = settings_.decider == TurnDecider::kPolicy;
    prosody_ = melody_.Measure();
  }
  // the next frames say whether this is speech: no turn ends, and no pause is told, just before
  if (now <= speech_ended_ || gate_.is_beginning()) return;
  Consider(now);
}

void TurnMachine::Consider(std::uint64_t now) noexcept {
  const Duration silence = TimeBetween(speech_ended_, now);
  const PauseFacts facts{
      .silence = silence, .turn = TimeBetween(speech_began_, speech_ended_), .prosody = prosody_};
  const float probability = settings_.uses_prosody ? EndProbability(facts) : EndProbabilityByLength(facts);
  if (now >= next_pause_) {
    next_pause_ += (now - next_pause_) / kBetweenPauses * kBetweenPauses + kBetweenPauses;
    pause_ = now;
    TellPause(TurnEvent::Kind::kPause, now, probability);
  }
  const bool is_over = policy_decides_ && IsOver(probability, silence, settings_);
  if (is_over || silence >= settings_.max_silence) End(now, probability);
}

void TurnMachine::End(std::uint64_t now, float probability) noexcept {
  state_ = State::kQuiet;
  TellPause(TurnEvent::Kind::kEndOfTurn, now, probability);
}

void TurnMachine::EndTurn(std::uint64_t pause_time) noexcept {
  if (IsAt(pause_time)) End(pause_, 1.0F);
}

void TurnMachine::Hold(std::uint64_t pause_time) noexcept {
  if (IsAt(pause_time)) policy_decides_ = false;
}

void TurnMachine::FallBack(std::uint64_t pause_time) noexcept {
  if (IsAt(pause_time)) policy_decides_ = true;
}

void TurnMachine::Stop(std::uint64_t now) noexcept {
  if (is_in_turn()) End(std::max(now, speech_ended_), 1.0F);
}

bool TurnMachine::IsAt(std::uint64_t pause_time) const noexcept {
  return state_ == State::kPausing && pause_time == pause_ && pause_time > speech_ended_;
}

void TurnMachine::TellPause(TurnEvent::Kind kind, std::uint64_t now, float probability) noexcept {
  Tell({.kind = kind,
        .time = now,
        .speech_ended = speech_ended_,
        .silence = TimeBetween(speech_ended_, now),
        .probability = probability,
        .prosody = prosody_});
}

void TurnMachine::Tell(TurnEvent event) noexcept {
  event.speech_began = speech_began_;
  if (count_ == events_.size()) {
    first_ = (first_ + 1) % events_.size();
    --count_;
  }
  events_[(first_ + count_++) % events_.size()] = event;
}

std::optional<TurnEvent> TurnMachine::Poll() noexcept {
  if (count_ == 0) return std::nullopt;
  const TurnEvent event = events_[first_];
  first_ = (first_ + 1) % events_.size();
  --count_;
  return event;
}

}  // namespace sdkpp::turns
