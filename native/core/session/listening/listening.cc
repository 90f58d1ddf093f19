#include "core/session/listening/listening.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <cstring>
#include <optional>
#include <utility>

#include "core/audio/samples.h"

namespace sdkpp::session {

namespace {

/// Room that frames leave in the queue for what must not be lost with a late JavaScript thread: first they
/// are left out, then pauses, and turns last.
constexpr std::size_t kRoomForPauses = std::size_t{128} * 1024;

/// A block at the highest rate.
constexpr std::size_t kMostSamples = 480;

constexpr std::uint16_t Hertz(turns::EarRate rate) noexcept {
  return rate == turns::EarRate::k16kHz ? 16'000 : 24'000;
}

template <class Record>
std::span<const std::uint8_t> BytesOf(const Record& record) noexcept {
  return {reinterpret_cast<const std::uint8_t*>(&record), sizeof(record)};
}

TurnRecord RecordOf(UserId user, const turns::TurnEvent& event) noexcept {
  const turns::Prosody& prosody = event.prosody;
  return {.user = user.raw(),
          .speech_began = event.speech_began,
          .speech_ended = event.speech_ended,
          .silence_ms = std::chrono::duration<float, std::milli>(event.silence).count(),
          .probability = event.probability,
          .energy_slope = prosody.energy_slope_db_per_s,
          .pitch_hz = prosody.has_pitch ? prosody.pitch_hz : 0,
          .pitch_slope = prosody.pitch_slope_semitones_per_s,
          .kind = static_cast<TurnRecord::Kind>(event.kind)};
}

bool IsPause(TurnRecord::Kind kind) noexcept {
  return kind == TurnRecord::Kind::kPause || kind == TurnRecord::Kind::kResume;
}

}  // namespace

/// Frames of another rate come to the same, and are told once.
void Listening::Tell(TurnRecord record, std::uint64_t time, const Moment& moment,
                     ReceiveQueue& queue) const noexcept {
  if (rate_ != kToldRate || (IsPause(record.kind) && !queue.HasRoomFor(kRoomForTurns))) return;
  record.decided = moment.sound;
  record.decided_at = moment.now.time_since_epoch().count();
  (void)queue.Push({.format = ReceivedFormat::kTurn, .time = time}, BytesOf(record));
}

Listening::Listening(turns::EarRate rate, Whom whom, std::span<const UserId> users)
    : rate_(rate), is_everyone_(whom == Whom::kEveryone), own_sound_(std::make_unique<OwnSound>()) {
  for (const UserId user : users) {
    if (UserId* named = named_.Add()) *named = user;
  }
  const std::size_t count = is_everyone_ ? kMostEars : named_.size();
  ears_.reserve(count);
  for (std::size_t at = 0; at < count; ++at) ears_.push_back(std::make_unique<SpeakerEar>(rate));
}

void Listening::Inherit(Listening& before) noexcept {
  std::swap(own_sound_, before.own_sound_);
  for (auto& theirs : before.ears_) {
    if (!theirs->user() || !Wants(*theirs->user())) continue;
    const auto free = std::ranges::find_if(ears_, [](const auto& own) { return !own->user(); });
    if (free == ears_.end()) return;
    std::swap(*free, theirs);
  }
}

void Listening::Apply(const TurnPolicies& policies) noexcept {
  for (const auto& ear : ears_) {
    if (ear->user()) ear->Apply(policies.Of(*ear->user()));
  }
}

bool Listening::Names(UserId user) const noexcept { return std::ranges::find(named_, user) != named_.end(); }

SpeakerEar* Listening::Find(UserId user) noexcept {
  for (const auto& ear : ears_) {
    if (ear->user() == user) return ear.get();
  }
  return nullptr;
}

SpeakerEar* Listening::FindFree(UserId user) noexcept {
  const auto rank = [](const SpeakerEar& ear) { return std::pair(!ear.is_in_turn(), ear.silent_ticks()); };
  const bool takes_any = Names(user);
  SpeakerEar* best = nullptr;
  for (const auto& ear : ears_) {
    if (!ear->user()) return ear.get();
    const bool is_busy = ear->silent_ticks() == 0 || ear->is_in_turn();
    if (Names(*ear->user()) || (is_busy && !takes_any)) continue;
    if (best == nullptr || rank(*ear) > rank(*best)) best = ear.get();
  }
  return best;
}

void Listening::Give(SpeakerEar& ear, UserId user, const TurnPolicy& policy, std::uint64_t place) noexcept {
  if (ear.user()) {
    ear.turn().Stop(place);
    while (const auto event = ear.turn().Poll()) {
      if (Taken* taken = taken_.Add()) *taken = {*ear.user(), *event};
    }
  }
  ear.Begin(user, policy);
}

bool Listening::Hear(UserId user, const Block& block, const TurnPolicies& policies,
                     const turns::EchoReference& own) noexcept {
  SpeakerEar* ear = Find(user);
  if (ear == nullptr) {
    ear = FindFree(user);
    if (ear == nullptr) return false;
    Give(*ear, user, policies.Of(user), block.place);
  }
  ear->Hear(block.samples, block.is_concealed, block.place, block.tick, own);
  return true;
}

void Listening::Leave(UserId user) noexcept {
  if (SpeakerEar* ear = Find(user)) ear->Leave();
}

void Listening::Finish(const Moment& moment, ReceiveQueue& queue) noexcept {
  heard_.Clear();
  for (const Taken& each : taken_) Tell(RecordOf(each.user, each.event), each.event.time, moment, queue);
  taken_.Clear();
  for (const auto& each : ears_) {
    SpeakerEar& ear = *each;
    if (!ear.user() || !ear.Finish(moment.tick)) continue;
    *heard_.Add() = {*ear.user(), &ear};
    TellFrames(ear, moment, queue);
  }
}

/// Turns are found frame by frame; what they come to stands in front of the block in which it was found, so
/// that its frames say that the turn is on.
void Listening::TellFrames(SpeakerEar& ear, const Moment& moment, ReceiveQueue& queue) noexcept {
  ReviewDeadline(ear, moment, queue);
  for (const turns::EarFrame& frame : ear.frames()) {
    ear.turn().HandleFrame(frame);
    TellTurns(ear, moment, queue);
  }
  PushFrames(ear, queue);
}

void Listening::TellTurns(SpeakerEar& ear, const Moment& moment, ReceiveQueue& queue) noexcept {
  while (const auto event = ear.turn().Poll()) {
    Tell(RecordOf(*ear.user(), *event), event->time, moment, queue);
    ear.Note(*event, moment.now);
  }
}

void Listening::ReviewDeadline(SpeakerEar& ear, const Moment& moment, ReceiveQueue& queue) noexcept {
  if (!ear.question() || moment.now < ear.question()->until) return;
  const std::uint64_t pause = ear.question()->pause;
  ear.turn().FallBack(ear.TakeQuestion());
  Tell({.user = ear.user()->raw(), .kind = TurnRecord::Kind::kMissedDeadline}, pause, moment, queue);
  TellTurns(ear, moment, queue);
}

void Listening::Judge(UserId user, std::uint64_t pause, Verdict verdict, const Moment& moment,
                      ReceiveQueue& queue) noexcept {
  SpeakerEar* ear = Find(user);
  if (ear == nullptr || !ear->Awaits(pause)) return;
  const std::uint64_t newest = ear->TakeAnswer(pause);
  switch (verdict) {
    case Verdict::kEnds:
      ear->turn().EndTurn(newest);
      break;
    case Verdict::kGoesOn:
      ear->turn().Hold(newest);
      break;
    case Verdict::kPolicy:
      ear->turn().FallBack(newest);
      break;
  }
  TellTurns(*ear, moment, queue);
}

/// The head of the frames of a tick.
EarRecord Listening::Describe(const SpeakerEar& ear) const noexcept {
  const auto frames = ear.frames();
  EarRecord record{.user = ear.user()->raw(), .lost = ear.lost(), .rate = Hertz(rate_)};
  if (ear.is_in_turn()) {
    record.flags |= EarRecord::kInTurn;
    record.speech_began = ear.speech_began();
  }
  if (ear.is_silent()) record.flags |= EarRecord::kSilent;
  for (std::size_t at = 0; at < frames.size() && at < record.level.size(); ++at) {
    const turns::EarFrame& frame = frames[at];
    record.level[at] = frame.level_dbfs;
    record.probability[at] = frame.probability;
    if (frame.is_concealed) record.flags |= EarRecord::kConcealed;
    if (frame.is_own_echo) record.flags |= EarRecord::kOwnEcho;
  }
  return record;
}

void Listening::PushFrames(SpeakerEar& ear, ReceiveQueue& queue) const noexcept {
  if (!queue.HasRoomFor(kRoomForPauses)) return ear.NoteLost();
  const auto frames = ear.frames();
  std::array<std::int16_t, kMostSamples> samples;
  std::size_t count = 0;
  for (const turns::EarFrame& frame : frames) {
    audio::Round(frame.samples, std::span(samples).subspan(count, frame.samples.size()));
    count += frame.samples.size();
  }
  std::array<std::uint8_t, sizeof(EarRecord) + sizeof(samples)> bytes;
  const EarRecord record = Describe(ear);
  std::memcpy(bytes.data(), &record, sizeof(record));
  std::memcpy(bytes.data() + sizeof(record), samples.data(), count * sizeof(std::int16_t));
  (void)queue.Push({.format = ReceivedFormat::kEar, .time = frames.front().time},
                   std::span(bytes).first(sizeof(record) + count * sizeof(std::int16_t)));
  ear.NoteSent();
}

}  // namespace sdkpp::session
