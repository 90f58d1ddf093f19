#include "core/session/sending/barge_in.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <utility>

namespace sdkpp::session {

namespace {

/// Silence after which an interrupter has ended who only ducked the own sound.
constexpr Duration kDuckRelease = std::chrono::milliseconds(500);
/// However long somebody speaks over it, sound that was only ducked comes back.
constexpr Duration kNeverMeant = std::chrono::hours(1);
/// An interrupter of whom so much longer no frame comes has left, or has been silent until the ear rested.
constexpr Duration kGone = std::chrono::seconds(1);

float Linear(float decibels) noexcept { return std::pow(10.0F, decibels / 20); }

/// When the own sound comes back by itself; zero: never.
Duration ResumeAfter(const command::SetBargeIn& settings) noexcept {
  const bool ducks = settings.action == BargeInAction::kDuck;
  return ducks && settings.resume_after == Duration{} ? kDuckRelease : settings.resume_after;
}

}  // namespace

void BargeIn::Apply(const command::SetBargeIn& settings) noexcept {
  settings_ = settings;
  turns::BargeInSettings rule{.min_speech = settings.min_speech,
                              .min_probability = settings.min_probability,
                              .resume_after = ResumeAfter(settings)};
  if (settings.action != BargeInAction::kStop) rule.max_false_start = kNeverMeant;
  rule_ = {};
  rule_.Apply(rule);
  named_count_ = 0;
  is_open_ = is_untold_ = lacks_position_ = false;
  restraint_ = {};
}

void BargeIn::Let(UserId user) noexcept {
  if (named_count_ < named_.size()) named_[named_count_++] = user;
}

bool BargeIn::May(UserId user) const noexcept {
  const auto named = std::span(named_).first(named_count_);
  return settings_.anyone || std::ranges::find(named, user) != named.end();
}

void BargeIn::Release(std::uint32_t number) noexcept {
  if (number != newest_.number) return;
  rule_.Settle();
  is_open_ = false;
  restraint_ = {};
}

void BargeIn::HandleFrame(Instant now, UserId user, const turns::EarFrame& frame, bool is_playing) noexcept {
  if (!May(user)) return;
  rule_.HandleFrame(user, frame, is_playing);
  if (frame.IsSpeech(settings_.min_probability) && rule_.HasInterrupted(user)) heard_at_ = now;
  while (const auto decision = rule_.Poll()) CarryOut(*decision);
}

void BargeIn::CarryOut(const turns::BargeInDecision& decision) noexcept {
  switch (decision.kind) {
    case turns::BargeInDecision::Kind::kInterrupt:
      return Begin(decision);
    case turns::BargeInDecision::Kind::kFalseStart:
      if (is_open_) GoOn();
      return;
    case turns::BargeInDecision::Kind::kMeant:
      if (std::exchange(is_open_, false)) Tell(Kind::kMeant);
      return;
  }
}

void BargeIn::Begin(const turns::BargeInDecision& decision) noexcept {
  newest_ = {.number = newest_.number + 1,
             .user = decision.user,
             .speech_began = decision.speech_began,
             .time = decision.time};
  is_open_ = ResumeAfter(settings_) > Duration{};
  lacks_position_ = true;
  if (settings_.action == BargeInAction::kStop) restraint_.stops = true;
  if (settings_.action == BargeInAction::kDuck) restraint_.gain = Linear(settings_.duck_by);
  Tell(Kind::kInterrupted);
}

/// It was a false start.
void BargeIn::GoOn() noexcept {
  rule_.Settle();
  is_open_ = false;
  restraint_ = {};
  Tell(Kind::kResumed);
}

void BargeIn::Tell(Kind kind) noexcept {
  newest_.kind = kind;
  is_untold_ = true;
}

void BargeIn::Tick(Instant now, const std::optional<player::SourcePosition>& position,
                   EventSink& events) noexcept {
  if (std::exchange(lacks_position_, false)) {
    newest_.position = position.value_or(player::SourcePosition{});
    newest_.decided = heard_at_ = now;
  }
  if (is_open_ && now - heard_at_ > ResumeAfter(settings_) + kGone) GoOn();
  // while the JavaScript thread is late, the newest state of the newest interruption suffices
  if (is_untold_ && events.OfferState(newest_)) is_untold_ = false;
}

}  // namespace sdkpp::session
