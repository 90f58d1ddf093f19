#include "core/session/receiving/receiving.h"

#include <algorithm>
#include <utility>

#include "core/audio/gain.h"
#include "core/audio/gain_ramp.h"
#include "core/audio/samples.h"
#include "core/base/byte_writer.h"
#include "core/base/field_reader.h"
#include "core/base/field_writer.h"

namespace sdkpp::session {

namespace {
constexpr Duration kReplacedFor = std::chrono::seconds(1);
constexpr Duration kPlayOut = std::chrono::milliseconds(200);
constexpr Duration kReceiverReportInterval = std::chrono::seconds(1);
/// Without packets for this long a speaker is freed (voice transport 5.4).
constexpr Duration kReleaseAfter = std::chrono::seconds(60);
constexpr Duration kRequestInterval = std::chrono::seconds(1);
/// When saved packets are so many bytes, those of further users stay behind: nobody can make a call too large
/// to be moved. Thirty who speak take a fifth.
constexpr std::size_t kMostPacketBytes = std::size_t{256} << 10;
static_assert(jitter::Packet::kMaxBytes >= kMaxReceivedPayload);

/// Over the block, from one gain to another.
void Fade(SoundBlock& block, float from, float to) noexcept {
  audio::GainRamp ramp(from);
  ramp.MoveTo(to, kBlockSamples);
  ramp.Apply(block);
}
}  // namespace

Receiving::Receiving(ConnectionStats& stats, Reserve& reserve)
    : remotes_(reserve),
      stats_(stats),
      decryption_(reserve),
      waiting_(reserve),
      loans_(stats.callbacks),
      decoded_(reserve),
      probe_(reserve) {}

Receiving::Verdict Receiving::HandlePacket(Instant now, const rtp::OpenedRtp& packet,
                                           EventSink& events) noexcept {
  if (packet.payload.size() > kMaxReceivedPayload) return Verdict::kTooLong;
  if (Remote* remote = remotes_.Find(packet.header.ssrc)) {
    if (!remote->speaker) return AwaitSpeaker(now, *remote, packet, events);
    return Deliver(now, *remote, packet.header.sequence, packet.header.timestamp, packet.payload, events);
  }
  waiting_.Keep(now, packet, false);
  attribution_.Seek(
      now, packet.header.ssrc, packet.payload, decryption_,
      [&](UserId user) { return !remotes_.HasSsrc(user); }, events);
  return Verdict::kTaken;
}

void Receiving::Prefetch(Ssrc ssrc, Ahead ahead) const noexcept {
  if (ahead == Ahead::kFar) return remotes_.Prefetch(ssrc);
  const Remote* remote = remotes_.Likely(ssrc);
  if (remote != nullptr && remote->speaker) remote->speaker->Prefetch(ahead);
}

/// Keeps a packet of a user without a speaker until there is one.
Receiving::Verdict Receiving::AwaitSpeaker(Instant now, Remote& remote, const rtp::OpenedRtp& packet,
                                           EventSink& events) noexcept {
  const std::int64_t extended = remote.unwrapper.Peek(packet.header.sequence).raw();
  if (remote.replay.Check(extended) == rtp::ReplayWindow::Verdict::kSeen) return Verdict::kDuplicate;
  waiting_.Keep(now, packet, true);
  if (remote.retire_at) return Verdict::kTaken;
  if (auto spare = ears_.Wants(remote.user) ? spares_.Take() : nullptr)
    AttachSpeaker(now, remote, std::move(spare), events);
  else
    RequestSpeaker(now, remote, events);
  return Verdict::kTaken;
}

void Receiving::AddSpare(std::unique_ptr<Speaker> speaker, EventSink& events) noexcept {
  if (ears_.any()) spares_.Add(speaker);
  if (speaker != nullptr) events.Send(event::Retired{.speaker = std::move(speaker)});
}

/// As many as there may be while somebody is listened to, and none otherwise.
void Receiving::KeepSpares(Instant now, EventSink& events) noexcept {
  if (ears_.any()) {
    if (spares_.IsWanted(now) && events.OfferState(event::SpareSpeakerNeeded{})) spares_.Asked(now);
    return;
  }
  while (auto spare = spares_.Take()) events.Send(event::Retired{.speaker = std::move(spare)});
}

void Receiving::RequestSpeaker(Instant now, Remote& remote, EventSink& events) noexcept {
  if (remote.speaker_requested_at && now - *remote.speaker_requested_at < kRequestInterval) return;
  if (events.OfferState(event::SpeakerNeeded{remote.ssrc, remote.user})) remote.speaker_requested_at = now;
}

void Receiving::ReleaseSpeaker(Remote& remote, EventSink& events) noexcept {
  loans_.CancelAll(remotes_.IndexOf(remote));
  remote.earlier_stats = remote.Stats();
  remote.fresh = false;
  events.Send(event::Retired{.speaker = std::move(remote.speaker)});
}

void Receiving::AttachSpeaker(Instant now, Remote& remote, std::unique_ptr<Speaker> speaker,
                              EventSink& events) noexcept {
  remote.speaker = std::move(speaker);
  remote.speaker->SetPlayoutFloor(loans_.active() ? budget_ : Duration::zero());
  remote.speaker->SetSpeakingHold(speaking_hold_);
  remote.heard_at = now;
  remote.speaker_requested_at.reset();
  DrainWaiting(now, remote, events);
}

/// A subscriber to packets needs no decoder, unless the sound is used elsewhere too.
bool Receiving::IsHeard(const Remote& remote) const noexcept {
  const UserSetting& setting = remote.setting;
  if (deaf_) return false;
  if (loans_.active() || setting.pcm || !setting.opus || ears_.Wants(remote.user)) return true;
  return mix_.wanted() && !setting.muted;
}

/// Whether somebody asked for the sound of this very user, so that it is decoded however quiet it is.
bool Receiving::IsAskedFor(const Remote& remote) const noexcept {
  return loans_.active() || remote.setting.pcm || ears_.Names(remote.user);
}

bool Receiving::IsHandedOut(const Remote& remote) const noexcept {
  if (queue_ == nullptr) return false;
  return remote.setting.opus || remote.setting.pcm || ears_.Wants(remote.user);
}

/// Whether the packet that came for a user who is heard is to be decoded.
bool Receiving::Admit(Instant now, Remote& remote) noexcept {
  const std::uint16_t at = remotes_.IndexOf(remote);
  const bool asked_for = IsAskedFor(remote);
  if (asked_for) decoded_.Drop(at);
  const bool was_left_out = remote.left_out;
  remote.left_out = !asked_for && !decoded_.Admit(now, at);
  if (was_left_out && !remote.left_out) remote.fades_in = true;
  return !remote.left_out;
}

/// In a crowd: how loud a packet is, as far as that can be known.
void Receiving::Rate(Instant now, Remote& remote, std::span<const std::uint8_t> payload) noexcept {
  const std::uint16_t at = remotes_.IndexOf(remote);
  const opus::VoiceHint hint = remote.setting.muted ? opus::VoiceHint::kSilence : opus::HintOf(payload);
  decoded_.Note(now, at, hint, payload.size());
  if (decoded_.TakeProbe(now, at)) decoded_.Measured(now, at, probe_.Measure(*remote.speaker, payload));
}

Receiving::Verdict Receiving::Deliver(Instant now, Remote& remote, Sequence sequence, RtpTimestamp timestamp,
                                      std::span<const std::uint8_t> payload, EventSink& events) noexcept {
  const std::int64_t extended = remote.unwrapper.Peek(sequence).raw();
  if (remote.replay.Check(extended) == rtp::ReplayWindow::Verdict::kSeen) {
    ++remote.earlier_stats.packets_received;
    ++remote.earlier_stats.packets_duplicate;
    return Verdict::kDuplicate;
  }
  remote.heard_at = now;
  remote.unwrapper.Accept(sequence);
  remote.replay.Mark(extended);
  if (remote.received++ == 0) remote.base_sequence = extended;
  ++stats_.packets_received;
  if (remote.challenger) ResolveChallenge(now, remote, payload, events);
  const auto frame = decryption_.Open(now, remote.user, payload, events);
  if (!frame) return Verdict::kTaken;  // it came, but it plays as a lost one
  if (frame->clear) remote.holds_clear = true;
  if (!frame->clear && remote.holds_clear && decryption_.clear_ends()) DropClear(remote);
  // a repeated packet, or one that no key opens, takes nobody's place
  const bool is_heard = IsHeard(remote);
  remote.speaker->SetHeard(is_heard && Admit(now, remote));
  if (is_heard && decoded_.crowded(now)) Rate(now, remote, frame->bytes);
  if (is_heard && remote.left_out) ++remote.earlier_stats.packets_not_decoded;
  remote.speaker->Insert(now, ExtendedSequence(extended), timestamp, frame->bytes);
  remote.fresh = true;
  if (!IsHandedOut(remote)) return Verdict::kTaken;
  const std::uint64_t arrival = clock_.At(now);
  const std::uint64_t time = remote.time.Place(timestamp, arrival);
  if (!remote.setting.opus) return Verdict::kTaken;
  queue_->Push({.tag = remote.setting.tag,
                .sequence = sequence.raw(),
                .rtp_timestamp = timestamp.raw(),
                .time = time,
                .ssrc = remote.ssrc.raw(),
                .arrived_after = static_cast<std::int32_t>(arrival - time)},
               frame->bytes);
  return Verdict::kTaken;
}

/// The queue may hold seconds of frames in the clear, which must not be heard any more.
void Receiving::DropClear(Remote& remote) noexcept {
  remote.holds_clear = false;
  loans_.CancelAll(remotes_.IndexOf(remote));
  if (remote.speaker) remote.speaker->StartOver();
}

void Receiving::DrainWaiting(Instant now, Remote& remote, EventSink& events) noexcept {
  while (const auto* next = waiting_.Take(now, remote.ssrc)) {
    Deliver(next->arrived, remote, next->sequence, next->timestamp, next->payload(), events);
  }
}

void Receiving::Map(Instant now, command::MapSsrc mapping, EventSink& events) noexcept {
  remotes_.Replace(mapping.user, mapping.ssrc, now + kReplacedFor);
  Remote* remote = remotes_.Find(mapping.ssrc);
  if (remote != nullptr && remote->user != mapping.user) {
    Retire(*remote, events);  // two users, one SSRC: the newer claim wins
    remote = nullptr;
  }
  if (remote == nullptr) remote = Enter(now, mapping, events);
  if (remote != nullptr) {
    remote->retire_at.reset();
    remote->challenger.reset();
    remote->setting = mapping.setting;
    if (mapping.speaker && !remote->speaker) AttachSpeaker(now, *remote, std::move(mapping.speaker), events);
    if (!remote->speaker && waiting_.Has(remote->ssrc)) RequestSpeaker(now, *remote, events);
  }
  if (mapping.speaker) events.Send(event::Retired{.speaker = std::move(mapping.speaker)});
}

/// nullptr when all are taken by users who are heard. A user who makes room stays known to Signalling.
Remote* Receiving::Enter(Instant now, const command::MapSsrc& mapping, EventSink& events) noexcept {
  Remote* remote = remotes_.FindRoom();
  if (remote == nullptr) {
    ++stats_.users_refused;
    return nullptr;
  }
  if (remote->used) Retire(*remote, events);
  remote->Clear();
  remotes_.Occupy(*remote, mapping.ssrc);
  remote->user = mapping.user;
  remote->Begin(StreamFloor(mapping.user));
  remote->heard_at = now;
  return remote;
}

void Receiving::Challenge(const command::ChallengeSsrc& claim, EventSink& events) noexcept {
  Remote* remote = remotes_.Find(claim.ssrc);
  if (remote != nullptr && remote->speaker && decryption_.inspects()) {
    remote->challenger = claim.user;
  } else {  // the present owner has no proof
    events.Send(event::SsrcFound{claim.ssrc, claim.user});
  }
}

void Receiving::ResolveChallenge(Instant now, Remote& remote, std::span<const std::uint8_t> payload,
                                 EventSink& events) noexcept {
  const auto opens = decryption_.Opens(now, *remote.challenger, payload);
  if (!opens) return;  // silence proves nothing
  if (*opens && !events.OfferState(event::SsrcFound{remote.ssrc, *remote.challenger})) return;
  remote.challenger.reset();
}

void Receiving::Unmap(Instant now, UserId user) noexcept { remotes_.Leave(user, now + kPlayOut); }

void Receiving::Reset(EventSink& events) noexcept {
  for (Remote& remote : remotes_) {
    if (remote.used) Retire(remote, events);
  }
  waiting_.Clear();
  attribution_.Clear();
  remotes_.Clear();
}

/// Where a new stream of a user may begin at the earliest: behind those before it.
std::uint64_t Receiving::StreamFloor(UserId user) const noexcept {
  std::uint64_t floor = ended_until_;
  for (const Remote& each : remotes_) {
    if (each.used && each.user == user) floor = std::max(floor, each.end());
  }
  return floor;
}

void Receiving::Retire(Remote& remote, EventSink& events) noexcept {
  ended_until_ = std::max(ended_until_, remote.end());
  decoded_.Forget(remotes_.IndexOf(remote));
  loans_.CancelAll(remotes_.IndexOf(remote));
  if (remote.audible_reported) events.Send(event::Audible{remote.user, false});
  if (remote.speaker) events.Send(event::Retired{.speaker = std::move(remote.speaker)});
  const UserId user = remote.user;
  remote.Clear();
  if (!remotes_.HasSsrc(user)) ears_.Leave(user);
}

void Receiving::AfterPackets(Instant now, EventSink& events) noexcept {
  if (queue_ != nullptr && !queue_->empty()) events.Wake();
  if (!loans_.active()) return;
  for (Remote& each : remotes_) {
    if (std::exchange(each.fresh, false)) LoanBlocks(now, each, events);
  }
}

void Receiving::LoanBlocks(Instant now, Remote& remote, EventSink& events) noexcept {
  if (loans_.active() && remote.speaker && !deaf_)
    loans_.LoanBlocks(now, remotes_.IndexOf(remote), remote, events);
}

void Receiving::Tick(Instant now, EventSink& events, AudioBlock* played) noexcept {
  if (played != nullptr) played->fill(0);
  if (idle()) return;
  KeepSpares(now, events);
  if (!decryption_.ClearAllowed(now)) {
    for (Remote& each : remotes_) {
      if (each.holds_clear) DropClear(each);
    }
  }
  if (loans_.active()) {
    for (Remote& each : remotes_) LoanBlocks(now, each, events);
  }
  loans_.Collect(remotes_.all());
  ChooseDecoded(now);
  mix_.Begin();
  for (Remote& remote : remotes_) {
    PrefetchAfter(remote);
    if (remote.speaker) PlayRemote(now, remote, events);
    // a block behind a lost packet comes free when the lost one plays: JavaScript gets it a whole tick early
    LoanBlocks(now, remote, events);
    if (remote.retire_at && now >= *remote.retire_at) Retire(remote, events);
  }
  mix_.Finish(played);
  if (queue_ != nullptr && ears_.any()) ears_.Finish(MomentOf(now), *queue_);
  if (queue_ != nullptr && !queue_->empty()) events.Wake();
}

void Receiving::ChooseDecoded(Instant now) noexcept {
  const auto all = remotes_.all();
  decoded_.Choose(now, [&](std::uint16_t at) noexcept {
    if (!IsAskedFor(all[at])) all[at].fades_out = true;
  });
}

Instant Receiving::quiet_until() const noexcept {
  const auto rests = [](const Remote& each) { return !each.speaker && !each.retire_at && !each.holds_clear; };
  const bool unheard = !mix_.wanted() && queue_ == nullptr && !loans_.active();
  return unheard && std::ranges::all_of(remotes_, rests) ? next_report_ : Instant{};
}

/// The remotes of a large call do not fit the caches: what the next ones need is on its way meanwhile.
void Receiving::PrefetchAfter(const Remote& remote) const noexcept {
  const auto all = remotes_.all();
  PrefetchAhead(remotes_.IndexOf(remote), all.size(), [&](std::size_t at, Ahead ahead) noexcept {
    if (ahead == Ahead::kNear) all[at].Prefetch();
    if (ahead == Ahead::kNext && all[at].speaker) all[at].speaker->Prefetch(Ahead::kNear);
  });
}

void Receiving::Play(std::span<const std::int16_t> block) noexcept {
  AudioBlock whole{};
  if (block.size() == whole.size()) std::ranges::copy(block, whole.begin());
  mix_.Play(whole);
}

void Receiving::PlayRemote(Instant now, Remote& remote, EventSink& events) noexcept {
  SoundBlock block;
  const bool idle = remote.received == 0;
  const BlockKind kind = idle ? BlockKind::kSilence : Pull(now, remote, block);
  if (!idle) FadeAsChosen(remote, kind, block);
  const bool audible = !idle && remote.speaker->audible();
  if (audible != remote.audible_reported && events.OfferState(event::Audible{remote.user, audible})) {
    remote.audible_reported = audible;
  }
  if (kind != BlockKind::kSilence && !deaf_) {
    Measure(now, remote, block);
    HandOut(remote, kind, block);
    if (!remote.setting.muted) mix_.Add(block, remote.setting.gain);
  }
  if (now - remote.heard_at >= kReleaseAfter && !remote.audible_reported) ReleaseSpeaker(remote, events);
}

/// Who gets a place among the decoded fades in, and who loses it fades out.
void Receiving::FadeAsChosen(Remote& remote, BlockKind kind, SoundBlock& block) noexcept {
  const bool sounds = kind != BlockKind::kSilence;
  const bool fades_out = std::exchange(remote.fades_out, false);
  if (sounds && std::exchange(remote.fades_in, false)) Fade(block, 0, 1);
  if (sounds && fades_out) Fade(block, 1, 0);
  if (fades_out) remote.speaker->SetHeard(false);
}

/// Leaves `block` as it is when the user is not heard.
BlockKind Receiving::Pull(Instant now, Remote& remote, SoundBlock& block) noexcept {
  if (!remote.speaker->heard()) {
    remote.speaker->SkipPull(now);
    return BlockKind::kSilence;
  }
  BlockLoans::Review review(loans_, remote);
  return remote.speaker->Pull(now, block, loans_.active() ? &review : nullptr);
}

/// In a crowd: how loud somebody is who is decoded.
void Receiving::Measure(Instant now, const Remote& remote, const SoundBlock& block) noexcept {
  const std::uint16_t at = remotes_.IndexOf(remote);
  if (!decoded_.crowded(now) || !decoded_.IsChosen(at) || remote.setting.muted) return;
  decoded_.Measured(now, at, audio::LevelDbfs(block));
}

/// Sound has no time until a packet has come to the subscription.
void Receiving::HandOut(Remote& remote, BlockKind kind, const SoundBlock& block) noexcept {
  const bool is_listened_to = ears_.Wants(remote.user);
  if (queue_ == nullptr || !(remote.setting.pcm || is_listened_to)) return;
  const auto sounded = remote.time.At(remote.speaker->pulled_from());
  if (!sounded) return;
  const std::uint64_t tick = queue_->tick_time();
  const std::uint64_t place = remote.block_time.Place(*sounded, tick);
  const bool is_concealed = kind == BlockKind::kConcealed;
  if (is_listened_to && !ears_.Hear(remote.user, {block, is_concealed, place, tick}))
    ++stats_.blocks_without_ear;
  if (!remote.setting.pcm) return;
  AudioBlock samples;
  audio::Round(block, samples);
  queue_->PushBlock(remote.setting.tag, ReceivedFormat::kPcm, samples, place);
}

Listening::Moment Receiving::MomentOf(Instant now) const noexcept {
  return {.now = now, .sound = clock_.At(now), .tick = queue_->tick_time()};
}

void Receiving::Judge(Instant now, const command::JudgeTurn& judgement, EventSink& events) noexcept {
  if (queue_ == nullptr) return;
  ears_.Judge(judgement.user, judgement.pause, judgement.verdict, MomentOf(now), *queue_);
  if (!queue_->empty()) events.Wake();
}

void Receiving::Report(Instant now, Ssrc own, rtp::Sealer& sealer, Outbox& outbox) noexcept {
  if (now < next_report_) return;
  next_report_ = now + kReceiverReportInterval;
  std::array<rtp::ReportBlock, rtp::kMaxReportBlocks> blocks;
  const std::size_t count = remotes_.Report(now, blocks);
  if (count == 0) return;
  const auto room = outbox.Claim();
  ByteWriter out(room);
  rtp::WriteReceiverReport(out, own, std::span(blocks).first(count));
  const std::size_t size =
      out.ok() ? sealer.Seal(room, rtp::kRtcpClearSize, out.size() - rtp::kRtcpClearSize) : 0;
  if (size != 0) outbox.Commit(size);
}

void Receiving::HandleSenderReport(Instant now, Ssrc ssrc, std::uint64_t ntp) noexcept {
  Remote* remote = remotes_.Find(ssrc);
  if (remote == nullptr) return;
  remote->last_sr = static_cast<std::uint32_t>(ntp >> 16);
  remote->last_sr_at = now;
}

void Receiving::Apply(const command::SetSelfDeaf& setting, Instant) noexcept { deaf_ = setting.deaf; }

void Receiving::Apply(const command::SetOutputVolume& setting, Instant) noexcept {
  mix_.SetGain(audio::GainOfVolume(static_cast<float>(setting.percent)));
}

void Receiving::Apply(const command::SetSpeakingHold& setting, Instant) noexcept {
  speaking_hold_ = setting.hold;
  for (Remote& remote : remotes_) {
    if (remote.speaker) remote.speaker->SetSpeakingHold(speaking_hold_);
  }
}

void Receiving::SetCallback(CallbackExchange* exchange) noexcept {
  const bool was_closed = loans_.closed();
  loans_.SetExchange(exchange, remotes_.all());
  if (loans_.closed() && !was_closed) MuteLines();
  ApplyFloor();
}

void Receiving::SetCallbackPolicy(UnfilteredPolicy policy, Duration budget) noexcept {
  const bool was_closed = loans_.closed();
  loans_.SetPolicy(policy);
  if (loans_.closed() && !was_closed) MuteLines();
  budget_ = budget;
  ApplyFloor();
}

/// From now on only filtered blocks are heard: silences what was settled before.
void Receiving::MuteLines() noexcept {
  for (Remote& remote : remotes_) {
    if (remote.speaker) remote.speaker->MuteLine();
  }
}

void Receiving::ApplyFloor() noexcept {
  for (Remote& remote : remotes_) {
    if (remote.speaker) remote.speaker->SetPlayoutFloor(loans_.active() ? budget_ : Duration::zero());
  }
}

void Receiving::UpdateStats() noexcept {
  stats_.rejected.unknown_ssrc = waiting_.dropped();
  stats_.callbacks.budget_ms =
      loans_.active() ? std::chrono::duration<double, std::milli>(budget_).count() : 0;
}

void Receiving::FillRemotes(MediaStats& stats) const noexcept {
  stats.remotes.Clear();
  for (const Remote& remote : remotes_) {
    if (!remote.used) continue;
    *stats.remotes.Add() = {remote.user, remote.ssrc, remote.Stats(), remote.callbacks,
                            decryption_.StatsOf(remote.user)};
  }
}

struct Receiving::Fields {
  static constexpr Field kRemotes{1, "remotes"};
  static constexpr Field kNextReport{2, "next report"};
  static constexpr Field kDecryption{3, "decryption"};
  static constexpr Field kClock{4, "clock"};
  static constexpr Field kEndedUntil{5, "ended until"};
};

void Receiving::Save(FieldWriter& out) const noexcept {
  out.Part(Fields::kRemotes, remotes_);
  out.Time(Fields::kNextReport, next_report_);
  out.Part(Fields::kDecryption, decryption_);
  out.Part(Fields::kClock, clock_);
  out.Number(Fields::kEndedUntil, ended_until_);
}

void Receiving::Restore(FieldReader& in) {
  in.Part(Fields::kRemotes, remotes_);
  next_report_ = in.Time(Fields::kNextReport);
  in.Part(Fields::kDecryption, decryption_);
  in.Part(Fields::kClock, clock_);
  ended_until_ = in.NumberIn<std::uint64_t>(Fields::kEndedUntil, 0, kFarthestPlace);
  for (Remote& each : remotes_) {
    if (!each.speaker) continue;
    each.speaker->SetPlayoutFloor(loans_.active() ? budget_ : Duration::zero());
    each.speaker->SetSpeakingHold(speaking_hold_);
  }
}

struct Receiving::PacketFields {
  static constexpr Field kWaiting{1, "waiting packets"};
  static constexpr Field kRemote{2, "remote"};
  // of a remote, in front of its own
  static constexpr Field kSsrc{1, "SSRC"};
};

void Receiving::SavePackets(FieldWriter& out) const noexcept {
  const std::size_t limit = out.written().size() + kMostPacketBytes;
  out.Part(PacketFields::kWaiting, waiting_);
  for (const Remote& each : remotes_) {
    if (!each.has_packets() || out.written().size() > limit) continue;
    out.Record(PacketFields::kRemote, [&](FieldWriter& record) noexcept {
      record.Number(PacketFields::kSsrc, each.ssrc);
      each.SavePackets(record);
    });
  }
}

void Receiving::RestorePackets(FieldReader& in) noexcept {
  in.Part(PacketFields::kWaiting, waiting_);
  in.EachRecord(PacketFields::kRemote, [&](FieldReader record) {
    Remote* remote = remotes_.Find(record.Number<Ssrc>(PacketFields::kSsrc));
    if (remote == nullptr || !remote->speaker || remote->speaker->has_packets())
      return record.Refuse(PacketFields::kSsrc);
    remote->RestorePackets(record);
  });
}

}  // namespace sdkpp::session
