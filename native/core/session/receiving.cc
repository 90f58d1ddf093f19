#include "core/session/receiving.h"

#include <algorithm>
#include <utility>

#include "core/audio/gain.h"
#include "core/base/byte_writer.h"

namespace sdkpp::session {

namespace {
constexpr Duration kUnknownLimit = std::chrono::milliseconds(250);
constexpr Duration kReplacedFor = std::chrono::seconds(1);
constexpr Duration kPlayOut = std::chrono::milliseconds(200);
constexpr Duration kReportInterval = std::chrono::seconds(1);
/// Without packets for this long a speaker is freed (voice transport 5.4).
constexpr Duration kRestAfter = std::chrono::seconds(60);
constexpr Duration kAskAgain = std::chrono::seconds(1);
}  // namespace

Remote* Receiving::Find(Ssrc ssrc) noexcept {
  for (std::size_t at = 0; at < used_; ++at) {
    if (remotes_[at].used && remotes_[at].ssrc == ssrc) return &remotes_[at];
  }
  return nullptr;
}

Remote* Receiving::FreePlace() noexcept {
  for (std::size_t at = 0; at < remotes_.size(); ++at) {
    if (remotes_[at].used) continue;
    used_ = std::max(used_, at + 1);
    return &remotes_[at];
  }
  return nullptr;
}

bool Receiving::HandlePacket(Instant now, const rtp::OpenedRtp& packet, EventSink& events) noexcept {
  if (packet.payload.size() > kMaxReceivedPayload) return false;
  if (Remote* remote = Find(packet.header.ssrc)) {
    if (!remote->speaker) return Rouse(now, *remote, packet, events);
    return Deliver(now, *remote, packet.header.sequence, packet.header.timestamp, packet.payload, events);
  }
  KeepWaiting(now, packet);
  return true;
}

/// A packet of a user whose speaker was freed: it waits until a new one comes.
bool Receiving::Rouse(Instant now, Remote& remote, const rtp::OpenedRtp& packet, EventSink& events) noexcept {
  const std::int64_t extended = remote.unwrapper.Peek(packet.header.sequence).raw();
  if (remote.replay.Check(extended) == rtp::ReplayWindow::Verdict::kSeen) return false;
  KeepWaiting(now, packet);
  const bool asked = remote.asked_at && now - *remote.asked_at < kAskAgain;
  if (asked || remote.retire_at) return true;
  if (events.OfferState(event::SpeakerNeeded{remote.ssrc, remote.user})) remote.asked_at = now;
  return true;
}

void Receiving::Rest(Remote& remote, EventSink& events) noexcept {
  ForgetLent(remote);
  remote.before_rest = remote.Stats();
  remote.fresh = false;
  events.Send(event::Retired{.speaker = std::move(remote.speaker)});
}

void Receiving::Seat(Instant now, Remote& remote, std::unique_ptr<Speaker> speaker,
                     EventSink& events) noexcept {
  remote.speaker = std::move(speaker);
  remote.speaker->SetPlayoutFloor(exchange_ != nullptr ? budget_ : Duration::zero());
  remote.heard_at = now;
  remote.asked_at.reset();
  DrainWaiting(now, remote, events);
}

/// Who takes packets as they are needs no decoder, unless somebody else listens.
bool Receiving::IsHeard(const UserSetting& setting) const noexcept {
  if (exchange_ != nullptr || setting.pcm || !setting.opus) return true;
  return output_ != nullptr && !deaf_ && !setting.muted;
}

bool Receiving::Deliver(Instant now, Remote& remote, Sequence sequence, RtpTimestamp timestamp,
                        std::span<const std::uint8_t> payload, EventSink& events) noexcept {
  remote.speaker->SetHeard(IsHeard(*remote.setting));
  const std::int64_t extended = remote.unwrapper.Peek(sequence).raw();
  if (remote.replay.Check(extended) == rtp::ReplayWindow::Verdict::kSeen) {
    ++remote.before_rest.packets_received;
    ++remote.before_rest.packets_duplicate;
    return false;
  }
  remote.heard_at = now;
  remote.unwrapper.Accept(sequence);
  remote.replay.Mark(extended);
  if (remote.received++ == 0) remote.base_sequence = extended;
  ++received_;
  const auto frame = decryption_.Open(now, remote.user, payload, events);
  if (!frame || frame->size() > rtp::kMaxPayload) return true;  // it came, but it plays as a lost one
  remote.speaker->Insert(now, ExtendedSequence(extended), timestamp, *frame);
  remote.fresh = true;
  if (remote.setting->opus && queue_ != nullptr) {
    ReceivedRecord head;
    head.user = remote.user;
    head.format = ReceivedFormat::kOpus;
    head.sequence = sequence;
    head.timestamp = timestamp;
    queue_->Push(head, *frame);
  }
  return true;
}

void Receiving::KeepWaiting(Instant now, const rtp::OpenedRtp& packet) noexcept {
  Waiting* place = nullptr;
  std::size_t same = 0;
  for (Waiting& each : waiting_) {
    if (each.used && now - each.arrived > kUnknownLimit) {
      each.used = false;
      ++unknown_;
    }
    if (!each.used) place = &each;
    if (each.used && each.ssrc == packet.header.ssrc) ++same;
  }
  if (place == nullptr || same >= kWaitingPerSsrc) {
    ++unknown_;
    return;
  }
  place->used = true;
  place->arrived = now;
  place->ssrc = packet.header.ssrc;
  place->sequence = packet.header.sequence;
  place->timestamp = packet.header.timestamp;
  place->size = static_cast<std::uint16_t>(packet.payload.size());
  std::ranges::copy(packet.payload, place->payload.begin());
}

void Receiving::DrainWaiting(Instant now, Remote& remote, EventSink& events) noexcept {
  while (true) {  // oldest first; at most kWaiting rounds
    Waiting* next = nullptr;
    for (Waiting& each : waiting_) {
      if (each.used && each.ssrc == remote.ssrc && (next == nullptr || each.arrived < next->arrived))
        next = &each;
    }
    if (next == nullptr) return;
    next->used = false;
    if (now - next->arrived <= kUnknownLimit) {
      Deliver(next->arrived, remote, next->sequence, next->timestamp,
              std::span(next->payload).first(next->size), events);
    }
  }
}

void Receiving::Map(Instant now, command::MapSsrc mapping, EventSink& events) noexcept {
  for (Remote& other : remotes_) {
    if (other.used && other.user == mapping.user && other.ssrc != mapping.ssrc && !other.retire_at)
      other.retire_at = now + kReplacedFor;
  }
  Remote* present = Find(mapping.ssrc);
  if (present != nullptr && present->user == mapping.user) {
    present->retire_at.reset();
    if (!present->speaker) return Seat(now, *present, std::move(mapping.speaker), events);
    events.Send(event::Retired{.speaker = std::move(mapping.speaker)});
    return;
  }
  if (present != nullptr) Retire(*present, events);  // two users, one SSRC: the newer claim wins
  Remote* place = FreePlace();
  if (place == nullptr) {
    events.Send(event::Retired{.speaker = std::move(mapping.speaker)});
    return;
  }
  place->Clear();
  place->used = true;
  place->ssrc = mapping.ssrc;
  place->user = mapping.user;
  place->setting = &settings_.Of(mapping.user);
  Seat(now, *place, std::move(mapping.speaker), events);
}

void Receiving::Unmap(Instant now, UserId user) noexcept {
  for (Remote& remote : remotes_) {
    if (remote.used && remote.user == user) remote.retire_at = now + kPlayOut;
  }
}

void Receiving::Reset(EventSink& events) noexcept {
  for (Remote& remote : remotes_) {
    if (remote.used) Retire(remote, events);
  }
  for (Waiting& each : waiting_) each.used = false;
  used_ = 0;
}

void Receiving::Retire(Remote& remote, EventSink& events) noexcept {
  ForgetLent(remote);
  if (remote.audible_reported) events.Send(event::Audible{remote.user, false});
  if (remote.speaker) events.Send(event::Retired{.speaker = std::move(remote.speaker)});
  remote.Clear();
}

void Receiving::AfterPackets(Instant now, EventSink& events) noexcept {
  if (queue_ != nullptr && queue_->size() > 0) events.Wake();
  if (exchange_ == nullptr) return;
  for (std::size_t at = 0; at < used_; ++at) {
    if (remotes_[at].speaker && std::exchange(remotes_[at].fresh, false)) Lend(now, remotes_[at], events);
  }
}

void Receiving::Lend(Instant now, Remote& remote, EventSink& events) noexcept {
  while (const auto block = remote.speaker->TakeDecoded(now)) {
    ++callbacks_;
    const auto slot = lent_count_ < lent_.size() ? exchange_->Post(now, remote.user, block->id,
                                                                   remote.muted_by_callback, block->samples)
                                                 : std::nullopt;
    if (!slot) {
      ++callbacks_bypassed_;
      ++remote.callbacks_bypassed;
      GiveUp(remote, block->id);
      continue;
    }
    const auto place = static_cast<std::uint16_t>(&remote - remotes_.data());
    lent_[lent_count_++] = Lent{*slot, place, block->id, block->playout};
    events.Wake();
  }
}

void Receiving::CollectLent(Instant now) noexcept {
  for (std::size_t at = 0; at < lent_count_;) {
    const Lent& lent = lent_[at];
    Remote& remote = remotes_[lent.remote];
    const auto* finished = exchange_->Finished(lent.slot);
    const bool due = lent.playout <= now || !remote.speaker->BlockById(lent.block_id);
    if (finished == nullptr && !due) {
      ++at;
      continue;
    }
    if (finished == nullptr && !exchange_->Abandon(lent.slot)) finished = exchange_->Finished(lent.slot);
    if (finished != nullptr) {
      TakeBack(*finished, remote, lent.block_id);
      exchange_->Free(lent.slot);
    } else {
      ++callbacks_late_;
      ++remote.callbacks_late;
      GiveUp(remote, lent.block_id);
    }
    lent_[at] = lent_[--lent_count_];
  }
}

void Receiving::TakeBack(const CallbackExchange::Slot& slot, Remote& remote,
                         std::uint32_t block_id) noexcept {
  turnaround_.Add(slot.finished - slot.posted);
  remote.muted_by_callback = slot.mute;
  const auto block = remote.speaker->BlockById(block_id);
  if (!block) {
    ++callbacks_late_;
    ++remote.callbacks_late;
    return;
  }
  std::ranges::copy(slot.samples, block->begin());
  if (slot.mute) remote.speaker->MuteBlock(block_id);
}

void Receiving::GiveUp(Remote& remote, std::uint32_t block_id) noexcept {
  if (late_ == LatePolicy::kMute || remote.muted_by_callback) remote.speaker->MuteBlock(block_id);
}

void Receiving::ForgetLent(const Remote& remote) noexcept {
  const auto place = static_cast<std::uint16_t>(&remote - remotes_.data());
  for (std::size_t at = 0; at < lent_count_;) {
    if (lent_[at].remote != place) {
      ++at;
      continue;
    }
    if (!exchange_->Abandon(lent_[at].slot)) exchange_->Free(lent_[at].slot);
    lent_[at] = lent_[--lent_count_];
  }
}

void Receiving::Tick(Instant now, EventSink& events) noexcept {
  if (exchange_ != nullptr) {
    for (std::size_t at = 0; at < used_; ++at) {
      if (remotes_[at].speaker) Lend(now, remotes_[at], events);
    }
    CollectLent(now);
  }
  if (output_) mixer_.Begin();
  for (std::size_t at = 0; at < used_; ++at) {
    Remote& remote = remotes_[at];
    if (remote.speaker) PlayRemote(now, remote, events);
    // a block behind a lost packet comes free when the lost one plays: JavaScript gets it a whole tick early
    if (remote.speaker && exchange_ != nullptr) Lend(now, remote, events);
    if (remote.retire_at && now >= *remote.retire_at) Retire(remote, events);
  }
  if (output_) {
    AudioBlock mixed;
    mixer_.Finish(mixed);
    audio::ApplyGain(mixed, gain_);
    output_->Play(mixed);
  }
  if (queue_ != nullptr && queue_->size() > 0) events.Wake();
}

void Receiving::PlayRemote(Instant now, Remote& remote, EventSink& events) noexcept {
  AudioBlock block;
  const bool idle = remote.received == 0;
  const BlockKind kind = idle ? BlockKind::kSilence : remote.speaker->Pull(now, block);
  const bool audible = !idle && remote.speaker->audible();
  if (audible != remote.audible_reported && events.OfferState(event::Audible{remote.user, audible})) {
    remote.audible_reported = audible;
  }
  if (kind != BlockKind::kSilence) {
    if (remote.setting->pcm && queue_ != nullptr) queue_->PushBlock(remote.user, ReceivedFormat::kPcm, block);
    if (!deaf_ && !remote.setting->muted && output_) mixer_.Add(block, remote.setting->gain);
  }
  if (now - remote.heard_at >= kRestAfter && !remote.audible_reported) Rest(remote, events);
}

void Receiving::Report(Instant now, Ssrc own, rtp::Sealer& sealer, Outbox& outbox) noexcept {
  if (now < next_report_) return;
  next_report_ = now + kReportInterval;
  std::array<rtp::ReportBlock, rtp::kMaxReportBlocks> blocks;
  std::size_t count = 0;
  for (std::size_t at = 0; at < used_ && count < blocks.size(); ++at) {
    Remote& remote = remotes_[at];
    if (remote.speaker && remote.received > remote.received_before) blocks[count++] = remote.MakeReport(now);
  }
  if (count == 0) return;
  const auto room = outbox.Claim();
  ByteWriter out(room);
  rtp::WriteReceiverReport(out, own, std::span(blocks).first(count));
  const std::size_t size =
      out.ok() ? sealer.Seal(room, rtp::kRtcpClearSize, out.size() - rtp::kRtcpClearSize) : 0;
  if (size != 0) outbox.Commit(size);
}

void Receiving::HandleSenderReport(Instant now, Ssrc ssrc, std::uint64_t ntp) noexcept {
  Remote* remote = Find(ssrc);
  if (remote == nullptr) return;
  remote->last_sr = static_cast<std::uint32_t>(ntp >> 16);
  remote->last_sr_at = now;
}

void Receiving::SetVolume(int percent) noexcept { gain_ = audio::GainOfVolume(static_cast<float>(percent)); }

void Receiving::SetUserVolume(UserId user, int percent) noexcept {
  settings_.Of(user).gain = audio::GainOfVolume(static_cast<float>(percent));
}

void Receiving::SetLocalMute(UserId user, bool mute) noexcept { settings_.Of(user).muted = mute; }

void Receiving::Subscribe(const command::Subscribe& wish) noexcept {
  queue_ = wish.queue;
  UserSetting& setting = settings_.Of(wish.user);
  setting.opus = wish.opus;
  setting.pcm = wish.pcm;
}

void Receiving::SetCallback(CallbackExchange* exchange) noexcept {
  if (exchange_ != nullptr) {
    for (const Remote& remote : remotes_) ForgetLent(remote);
  }
  exchange_ = exchange;
  ApplyFloor();
}

void Receiving::SetCallbackPolicy(LatePolicy late, Duration budget) noexcept {
  late_ = late;
  budget_ = budget;
  ApplyFloor();
}

void Receiving::ApplyFloor() noexcept {
  for (Remote& remote : remotes_) {
    if (remote.speaker) remote.speaker->SetPlayoutFloor(exchange_ != nullptr ? budget_ : Duration::zero());
  }
}

std::unique_ptr<Output> Receiving::SetOutput(std::unique_ptr<Output> output) noexcept {
  return std::exchange(output_, std::move(output));
}

void Receiving::FillStats(MediaStats& stats) const noexcept {
  stats.packets_received = received_;
  stats.refused_unknown_ssrc = unknown_;
  stats.callbacks_received = callbacks_;
  stats.callbacks_late += callbacks_late_;
  stats.callbacks_bypassed += callbacks_bypassed_;
  stats.callbacks_p99_ms = turnaround_.QuantileMs(0.99);
  stats.callback_budget_ms =
      exchange_ != nullptr ? std::chrono::duration<double, std::milli>(budget_).count() : 0;
  stats.remote_count = 0;
  for (std::size_t at = 0; at < used_; ++at) {
    const Remote& remote = remotes_[at];
    if (!remote.used) continue;
    stats.remotes[stats.remote_count++] =
        RemoteStats{remote.user,           remote.ssrc,
                    remote.Stats(),        decryption_.CountsOf(remote.user),
                    remote.callbacks_late, remote.callbacks_bypassed};
  }
}

}  // namespace sdkpp::session
