#include "core/turns/barge_in.h"

#include <algorithm>
#include <utility>

#include "core/turns/clock_time.h"

namespace sdkpp::turns {
namespace {

/// 200 ms: silence between words that goes on with the same speech.
constexpr std::uint64_t kBetweenWords = 9'600;
/// 80 ms: a stop within a word is a part of it.
constexpr std::uint64_t kWithinWord = 3'840;
/// 30 ms: so long a voice sounds before it is believed.
constexpr std::uint64_t kBeforeBelief = 3 * kFrameTicks;

std::uint64_t Since(std::uint64_t from, std::uint64_t to) noexcept { return to > from ? to - from : 0; }

}  // namespace

void BargeInRule::Apply(const BargeInSettings& settings) noexcept { settings_ = settings; }

void BargeInRule::HandleFrame(UserId user, const EarFrame& frame, bool is_playing) noexcept {
  Voice& voice = Find(user);
  const std::uint64_t now = frame.time + kFrameTicks;
  if (!frame.IsSpeech(settings_.min_probability)) return WatchFalseStart(voice, now);
  Count(voice, frame);
  const bool is_long = voice.spoken >= SamplesIn(settings_.min_speech);
  if (is_playing && is_long && !voice.has_interrupted) Interrupt(voice, now);
}

BargeInRule::Voice& BargeInRule::Find(UserId user) noexcept {
  const auto is_users = [&](const Voice& voice) { return voice.used && voice.user == user; };
  const auto found = std::ranges::find_if(voices_, is_users);
  if (found != voices_.end()) return *found;
  const auto age = [](const Voice& voice) { return std::pair(voice.used, voice.ended); };
  Voice& oldest = *std::ranges::min_element(voices_, {}, age);
  return oldest = {.user = user, .used = true};
}

void BargeInRule::Count(Voice& voice, const EarFrame& frame) noexcept {
  const std::uint64_t longest = voice.may_be_false ? SamplesIn(settings_.resume_after) : kBetweenWords;
  if (voice.spoken == 0 || Since(voice.ended, frame.time) > std::max(longest, kBetweenWords)) {
    const std::uint64_t before = std::min(frame.time, kBeforeBelief);
    voice = {.user = voice.user, .used = true, .began = frame.time - before, .spoken = before};
  } else if (Since(voice.ended, frame.time) <= kWithinWord) {
    voice.spoken += Since(voice.ended, frame.time);
  }
  voice.ended = frame.time + kFrameTicks;
  voice.spoken = std::min(voice.spoken + kFrameTicks, kFarthestTime);
  if (!voice.may_be_false || voice.spoken <= SamplesIn(settings_.max_false_start)) return;
  voice.may_be_false = false;
  decision_ = {BargeInDecision::Kind::kMeant, voice.user, voice.began, voice.ended};
}

void BargeInRule::Interrupt(Voice& voice, std::uint64_t time) noexcept {
  voice.has_interrupted = true;
  voice.may_be_false = settings_.resume_after > Duration{};
  decision_ = {BargeInDecision::Kind::kInterrupt, voice.user, voice.began, time};
}

void BargeInRule::WatchFalseStart(Voice& voice, std::uint64_t time) noexcept {
  if (!voice.may_be_false || Since(voice.ended, time) < SamplesIn(settings_.resume_after)) return;
  voice.may_be_false = false;
  if (GoesOnWithout(voice.user, time)) return;
  decision_ = {BargeInDecision::Kind::kFalseStart, voice.user, voice.began, time};
}

/// Somebody else goes on with the interruption: who interrupts, too, and may only pause between words, or who
/// speaks, and could not interrupt while the own sound had stopped. Their own false start may end it later.
bool BargeInRule::GoesOnWithout(UserId user, std::uint64_t time) noexcept {
  const auto is_open = [&](const Voice& other) {
    return other.may_be_false && Since(other.ended, time) < SamplesIn(settings_.resume_after);
  };
  if (std::ranges::any_of(voices_, is_open)) return true;
  const auto speaks = [&](const Voice& other) {
    const bool is_long = other.spoken >= SamplesIn(settings_.min_speech);
    return other.used && other.user != user && is_long && Since(other.ended, time) <= kBetweenWords;
  };
  const auto next = std::ranges::find_if(voices_, speaks);
  if (next == voices_.end()) return false;
  next->has_interrupted = next->may_be_false = true;
  return true;
}

void BargeInRule::Settle() noexcept {
  for (Voice& voice : voices_) voice.may_be_false = false;
}

bool BargeInRule::HasInterrupted(UserId user) const noexcept {
  const auto is_users = [&](const Voice& voice) { return voice.has_interrupted && voice.user == user; };
  return std::ranges::any_of(voices_, is_users);
}

std::optional<BargeInDecision> BargeInRule::Poll() noexcept { return std::exchange(decision_, std::nullopt); }

}  // namespace sdkpp::turns
