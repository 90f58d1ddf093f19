#include "core/session/listening/speaker_ear.h"

#include <utility>

#include "core/session/sound/own_sound.h"

namespace sdkpp::session {

void SpeakerEar::Begin(UserId user, const TurnPolicy& policy) noexcept {
  user_ = user;
  is_fed_ = is_silent_ = is_leaving_ = false;
  silent_ticks_ = 0;
  lost_ = 0;
  ForgetQuestions();
  time_ = {};
  turn_ = {};
  ear_.Reset();
  echo_.Forget();
  Apply(policy);
}

void SpeakerEar::Apply(const TurnPolicy& policy) noexcept {
  policy_ = policy;
  if (is_leaving_) return;
  if (policy.settings.decider != turns::TurnDecider::kDetector) ForgetQuestions();
  turn_.Apply(policy.settings);
}

void SpeakerEar::Leave() noexcept {
  is_leaving_ = true;
  ForgetQuestions();
  turn_.Apply({.min_silence = {}, .max_silence = {}});
}

void SpeakerEar::Note(const turns::TurnEvent& event, Instant now) noexcept {
  using Kind = turns::TurnEvent::Kind;
  if (event.kind == Kind::kSpeechStart) speech_began_ = event.speech_began;
  if (event.kind != Kind::kPause) return ForgetQuestions();
  newest_pause_ = event.time;
  const bool asks = !is_leaving_ && policy_.settings.decider == turns::TurnDecider::kDetector;
  if (asks && !question_) question_ = {event.time, now + policy_.deadline};
}

void SpeakerEar::Hear(std::span<const float, kBlockValues> block, bool is_concealed, std::uint64_t place,
                      std::uint64_t tick, const turns::EchoReference& own) noexcept {
  if (std::exchange(is_fed_, true)) return;
  if (std::exchange(is_leaving_, false)) turn_.Apply(policy_.settings);
  silent_ticks_ = 0;
  ear_.Push(time_.PlaceSound(place, tick), block, is_concealed);
  const std::uint64_t heard_at = ear_.frames().front().time / OwnSound::kFactor;
  if (echo_.Process(heard_at, ear_.heard(), own)) ear_.MarkOwnEcho();
}

bool SpeakerEar::Finish(std::uint64_t tick) noexcept {
  is_silent_ = !std::exchange(is_fed_, false);
  if (!is_silent_) return true;
  if (is_leaving_ && !turn_.is_in_turn()) {
    Free();
    return false;
  }
  if (rests()) return false;
  ++silent_ticks_;
  ear_.PushSilence(time_.PlaceSilence(tick));
  echo_.ProcessSilence();
  return true;
}

}  // namespace sdkpp::session
