#include "core/session/receiving/decoded_speakers.h"

#include <algorithm>
#include <cmath>

namespace sdkpp::session {

DecodedSpeakers::Entry& DecodedSpeakers::EntryOf(std::uint16_t at) noexcept {
  while (entries_.size() <= at) (void)entries_.Add();
  return entries_[at];
}

bool DecodedSpeakers::Admit(Instant now, std::uint16_t at) noexcept {
  Entry& entry = EntryOf(at);
  entry.packet_at = now;
  if (entry.chosen) return true;
  // in a crowd a free place waits for the loudest
  if (count_ < kMost && !crowded(now)) {
    Take(now, at);
    return true;
  }
  entry.waits = true;
  if (count_ == kMost) {
    if (!crowded(now)) crowded_since_ = now;
    crowded_until_ = std::max(crowded_until_, now + kWindow);
  }
  return false;
}

void DecodedSpeakers::Note(Instant now, std::uint16_t at, opus::VoiceHint hint, std::size_t size) noexcept {
  Entry& entry = EntryOf(at);
  entry.has_hint = hint != opus::VoiceHint::kNone;
  switch (hint) {
    case opus::VoiceHint::kSilence:
      return entry.loudest.Add(now, kSilence);
    case opus::VoiceHint::kNoVoice:
      return entry.loudest.Add(now, kNoVoice);
    case opus::VoiceHint::kVoice:
      return entry.loudest.Add(now, LevelOfVoice(entry, size));
    case opus::VoiceHint::kNone:
      return;
  }
}

float DecodedSpeakers::LevelOfVoice(Entry& entry, std::size_t size) noexcept {
  constexpr float kShare = 1.0F / 16;
  const auto bytes = static_cast<float>(size);
  if (entry.mean_size == 0) entry.mean_size = bytes;
  entry.mean_size += (bytes - entry.mean_size) * kShare;
  const float larger = 20 * std::log10(bytes / entry.mean_size);
  return entry.usual + std::clamp(larger, -kMostOfSize, kMostOfSize);
}

bool DecodedSpeakers::TakeProbe(Instant now, std::uint16_t at) noexcept {
  Entry& entry = EntryOf(at);
  if (entry.chosen || entry.has_hint || probes_left_ == 0 || now - entry.probed_at < kProbeEvery)
    return false;
  --probes_left_;
  entry.probed_at = now;
  return true;
}

void DecodedSpeakers::Measured(Instant now, std::uint16_t at, float level) noexcept {
  constexpr float kShare = 1.0F / 8;
  Entry& entry = EntryOf(at);
  if (!entry.has_hint) {
    entry.loudest.Add(now, level);
  } else if (level > kNoVoice) {
    entry.usual += (level - entry.usual) * kShare;
  }
}

void DecodedSpeakers::Take(Instant now, std::uint16_t at) noexcept {
  Entry& entry = EntryOf(at);
  entry.chosen = true;
  entry.waits = false;
  entry.chosen_at = now;
  chosen_[count_++] = at;
}

void DecodedSpeakers::Drop(std::uint16_t at) noexcept {
  if (at >= entries_.size()) return;
  entries_[at].waits = false;
  if (!entries_[at].chosen) return;
  entries_[at].chosen = false;
  *std::ranges::find(chosen_, at) = chosen_[--count_];
}

void DecodedSpeakers::Forget(std::uint16_t at) noexcept {
  Drop(at);
  if (at < entries_.size()) entries_[at] = Entry();
}

void DecodedSpeakers::DropSilent(Instant now) noexcept {
  for (std::size_t each = count_; each-- > 0;) {
    const std::uint16_t at = chosen_[each];
    if (now - entries_[at].packet_at >= kWindow) Drop(at);
  }
}

DecodedSpeakers::Swap DecodedSpeakers::NextSwap(Instant now) noexcept {
  const Entry* in = LoudestWaiting(now);
  if (in == nullptr || count_ < kMost) return {in, nullptr};
  const Entry* out = QuietestChosen(now);
  if (out == nullptr || in->loudest.At(now) <= out->loudest.At(now) + kMargin) return {};
  return {in, out};
}

const DecodedSpeakers::Entry* DecodedSpeakers::LoudestWaiting(Instant now) noexcept {
  const Entry* loudest = nullptr;
  float most = kSilence;
  for (Entry& each : entries_) {
    if (!each.waits) continue;
    if (now - each.packet_at >= kWindow) each.waits = false;
    const float level = each.loudest.At(now);
    if (!each.waits || level <= most) continue;
    loudest = &each;
    most = level;
  }
  return loudest;
}

/// nullptr when all have their places for a short time only.
const DecodedSpeakers::Entry* DecodedSpeakers::QuietestChosen(Instant now) const noexcept {
  const Entry* quietest = nullptr;
  for (const std::uint16_t at : std::span(chosen_).first(count_)) {
    const Entry& each = entries_[at];
    // how loud who was there before the crowd is, is not known before
    if (now - std::max(each.chosen_at, crowded_since_) < kHold) continue;
    if (quietest == nullptr || each.loudest.At(now) < quietest->loudest.At(now)) quietest = &each;
  }
  return quietest;
}

}  // namespace sdkpp::session
