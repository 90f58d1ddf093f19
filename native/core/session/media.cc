#include "core/session/media.h"

#include <algorithm>
#include <utility>

#include "core/base/byte_reader.h"
#include "core/base/field_reader.h"
#include "core/base/field_writer.h"
#include "core/base/saved_statistics.h"
#include "core/rtp/reports.h"

namespace sdkpp::session {

namespace {
constexpr int kTicksPerStats = 5;
}  // namespace

Media::Media(std::unique_ptr<Talker> talker, const MediaSeed& seed, SpscRing<MediaEvent>& events,
             TripleBuffer<MediaStats>& stats, Reserve& reserve)
    : events_(events),
      published_(stats),
      sending_(std::move(talker), seed.sequence, seed.timestamp, seed.ntp_origin, stats_, reserve),
      receiving_(stats_, reserve) {}

/// One case per command: a command without one does not compile.
struct Media::CommandCases {
  Media& media;
  Instant now;

  // settings
#define TALKER_SETTING(Name, name, fields) \
  void operator()(command::Name& each) const noexcept { talker().Apply(each, now); }
#define RECEIVING_SETTING(Name, name, fields) \
  void operator()(command::Name& each) const noexcept { media.receiving_.Apply(each, now); }
#define MEDIA_SETTING(Name, name, fields) \
  void operator()(command::Name& each) const noexcept { media.Apply(each, now); }
#include "core/session/settings/settings.def"

  void operator()(std::monostate&) const noexcept {}
  void operator()(command::OpenPath& each) const noexcept { media.OpenPath(each, now); }
  void operator()(command::SetKey& each) const noexcept { media.SetKey(each); }
  void operator()(const command::Grant& each) const noexcept { media.Grant(each); }
  void operator()(command::Save& each) const noexcept { media.AnswerWith(each, now); }
  void operator()(const command::HoldWhenLate& each) const noexcept { media.stalls_.SetHolds(each.holds); }
  void operator()(const command::KeepTide& each) const noexcept {
    media.tide_slot_ = each.slot;
    media.noted_playing_ = true;
  }
  void operator()(const command::GoOn& each) const noexcept { media.stalls_.GoOn(each.stall, now); }
  void operator()(command::Rediscover&) const noexcept {
    media.path_.Rediscover(now);
    media.path_opened_ = true;
  }
  void operator()(command::CheckPath&) const noexcept { media.path_.watch().RequireAnswer(now); }
  void operator()(command::ClosePath&) const noexcept { media.ClosePath(); }
  void operator()(command::Announced&) const noexcept { media.sending_.Announced(); }
  void operator()(command::MapSsrc& each) const noexcept {
    media.receiving_.Map(now, std::move(each), media.events_);
  }
  void operator()(command::ChallengeSsrc& each) const noexcept {
    media.receiving_.Challenge(each, media.events_);
  }
  void operator()(command::AddSpareSpeaker& each) const noexcept {
    media.receiving_.AddSpare(std::move(each.speaker), media.events_);
  }
  void operator()(command::UnmapUser& each) const noexcept { media.receiving_.Unmap(now, each.user); }
  void operator()(command::SetUser& each) const noexcept {
    media.receiving_.SetUser(each.user, each.setting);
  }
  void operator()(command::SetCallbacks& each) const noexcept { media.SetCallbacks(each); }
  void operator()(command::SetInput& each) const noexcept {
    media.events_.Send(event::Retired{.input = media.sending_.SetInput(std::move(each.input), each.number)});
  }
  void operator()(command::InstallEncoder& each) const noexcept { talker().Install(std::move(each.encoder)); }
  void operator()(command::LimitComplexity& each) const noexcept { talker().LimitComplexity(each.most); }
  void operator()(command::SetCapture& each) const noexcept {
    media.sending_.SetCapture(std::move(each.capture));
  }
  void operator()(command::SetCaptureDump& each) const noexcept { media.SetCaptureDump(each); }
  void operator()(command::SetOutput& each) const noexcept {
    media.events_.Send(
        event::Retired{.output = media.receiving_.SetOutput(std::move(each.output), each.target)});
  }
  void operator()(const command::LetInterrupt& each) const noexcept { media.barge_in_.Let(each.user); }
  void operator()(const command::ReleaseBargeIn& each) const noexcept {
    media.barge_in_.Release(each.number);
    media.sending_.Restrain(media.barge_in_.restraint());
  }
  void operator()(command::SetReceiveQueue& each) const noexcept {
    media.receiving_.SetReceiveQueue(each.queue);
  }
  void operator()(command::SetListening& each) const noexcept { media.SetListening(each); }
  void operator()(command::SetTurnPolicies& each) const noexcept {
    media.events_.Send(
        event::Retired{.turn_policies = media.receiving_.ears().Set(std::move(each.policies))});
  }
  void operator()(const command::JudgeTurn& each) const noexcept {
    media.receiving_.Judge(now, each, media.events_);
  }

  // end-to-end encryption
  void operator()(command::DaveSendClear&) const noexcept { encryption().SendClear(); }
  void operator()(command::DaveSendNothing&) const noexcept { encryption().SendNothing(); }
  void operator()(command::DaveInstallSend& each) const noexcept {
    Retire(encryption().Install(std::move(each.sealer)));
  }
  void operator()(command::DaveExecuteSend& each) const noexcept { Retire(encryption().Execute(each.id)); }
  void operator()(command::DaveInstallReceive& each) const noexcept {
    decryption().Install(now, each.user, std::move(each.ratchet));
  }
  void operator()(command::DaveExpireReceive& each) const noexcept { decryption().Expire(now, each.user); }
  void operator()(command::DaveSetPassthrough& each) const noexcept {
    decryption().SetPassthrough(now, each.duration);
  }
  void operator()(command::DaveReset&) const noexcept {
    media.sending_.ResetEncryption(media.events_);
    decryption().Reset();
  }

 private:
  [[nodiscard]] Talker& talker() const noexcept { return media.sending_.talker(); }
  [[nodiscard]] FrameEncryption& encryption() const noexcept { return media.sending_.encryption(); }
  [[nodiscard]] FrameDecryption& decryption() const noexcept { return media.receiving_.decryption(); }
  void Retire(std::unique_ptr<dave::FrameSealer> retired) const noexcept {
    if (retired) media.events_.Send(event::Retired{.frame_sealer = std::move(retired)});
  }
};

void Media::HandleCommand(MediaCommand&& message, Instant now) noexcept {
  std::visit(CommandCases{*this, now}, message);
  receiving_.decryption().SetSending(sending_.encryption().mode() != FrameEncryption::Mode::kClear);
}

void Media::OpenPath(const command::OpenPath& request, Instant now) noexcept {
  path_.Open(request.ssrc, now);
  path_opened_ = true;
  sending_.Start(request.ssrc);
  receiving_.StartClock(now);
}

void Media::SetKey(command::SetKey& request) noexcept {
  events_.Send(event::Retired{.sealer = std::exchange(sealer_, std::move(request.sealer))});
  counters_ = rtp::CounterWindow();
  exhausted_reported_ = false;
}

void Media::Grant(const command::Grant& numbers) noexcept {
  if (sealer_) numbers.range.Confine(*sealer_, numbers.first_counter);
  sending_.encryption().Confine(numbers.range);
}

void Media::AnswerWith(command::Save& request, Instant now) noexcept {
  Snapshot& snapshot = *request.snapshot;
  FieldWriter out(snapshot.bytes.all(), now);
  Save(out);
  snapshot.is_whole = out.ok();
  snapshot.bytes.Keep(out.written().size());
  events_.Send(event::Saved{std::move(request.snapshot)});
}

void Media::SetCallbacks(const command::SetCallbacks& request) noexcept {
  receiving_.SetCallback(request.received ? request.exchange : nullptr);
  sending_.SetCallback(request.captured ? request.exchange : nullptr);
}

/// What is sent goes to no listening that is retired.
void Media::SetListening(command::SetListening& request) noexcept {
  Ears& ears = receiving_.ears();
  auto retired = ears.Set(request.rate, std::move(request.listening));
  sending_.SetOwnSound(ears.own_sound());
  events_.Send(event::Retired{.listening = std::move(retired)});
}

void Media::SetCaptureDump(command::SetCaptureDump& request) noexcept {
  Capture* capture = sending_.capture();
  // without one there is nothing to record: the outputs end as they would later
  if (capture != nullptr) request.dump = capture->SetDump(std::move(request.dump));
  if (request.dump) events_.Send(event::Retired{.capture_dump = std::move(request.dump)});
}

void Media::Apply(const command::SetInputWaits& setting, Instant) noexcept {
  sending_.SetInputWaits(setting.waits);
}

void Media::Apply(const command::SetLoopback& setting, Instant) noexcept { loopback_ = setting.on; }

void Media::Apply(const command::SetCallbackPolicy& setting, Instant) noexcept {
  receiving_.SetCallbackPolicy(setting.unfiltered, setting.budget);
  sending_.SetUnfilteredPolicy(setting.unfiltered);
}

void Media::Apply(const command::SetSpeechProcessing& setting, Instant) noexcept {
  sending_.SetSpeech({setting.echo, setting.noise, setting.gain});
}

void Media::Apply(const command::SetBargeIn& setting, Instant) noexcept {
  barge_in_.Apply(setting);
  sending_.Restrain(barge_in_.restraint());
}

void Media::Apply(const command::SetDeliverEvery& setting, Instant) noexcept {
  deliver_every_ = std::chrono::milliseconds(setting.every_ms);
}

/// Joining waits for the discovery; a callback's time starts when it is handed a block.
Duration Media::read_every() const noexcept {
  constexpr Duration kForCallbacks = std::chrono::milliseconds(5);
  if (path_.discovering()) return Duration::zero();
  return receiving_.has_callback() ? std::min(deliver_every_, kForCallbacks) : deliver_every_;
}

void Media::ClosePath() noexcept {
  path_.Close();
  sending_.Stop();
  receiving_.Reset(events_);
  if (sealer_) events_.Send(event::Retired{.sealer = std::exchange(sealer_, nullptr)});
}

void Media::HandleDatagram(std::span<std::uint8_t> datagram, Via via, Instant now) noexcept {
  switch (rtp::Classify(datagram)) {
    case rtp::DatagramKind::kDiscoveryResponse:
      if (!path_.HandleDiscovery(datagram, via, events_)) ++stats_.rejected.foreign;
      return;
    case rtp::DatagramKind::kPingResponse:
      if (!path_.HandlePing(datagram, via, now)) ++stats_.rejected.foreign;
      return;
    case rtp::DatagramKind::kRtp:
      return HandleRtp(datagram, via, now);
    case rtp::DatagramKind::kRtcp:
      return HandleRtcp(datagram, via, now);
    case rtp::DatagramKind::kKeepalive:
    case rtp::DatagramKind::kDiscoveryRequest:
    case rtp::DatagramKind::kPingRequest:
    case rtp::DatagramKind::kDrop:
      ++stats_.rejected.foreign;
      return;
  }
}

void Media::Prefetch(std::span<const std::uint8_t> datagram, Ahead ahead) const noexcept {
  if (const auto ssrc = rtp::PeekSsrc(datagram)) receiving_.Prefetch(*ssrc, ahead);
}

bool Media::Admit(std::span<const std::uint8_t> datagram) noexcept {
  const bool foreign = !sealer_;
  const bool replayed = !foreign && counters_.Rejects(ByteReader(datagram.last(rtp::kCounterSize)).U32());
  stats_.rejected.foreign += foreign ? 1 : 0;
  stats_.rejected.replay += replayed ? 1 : 0;
  return !foreign && !replayed;
}

void Media::HandleRtp(std::span<std::uint8_t> datagram, Via via, Instant now) noexcept {
  if (!Admit(datagram)) return;
  const auto packet = sealer_->OpenRtp(datagram);
  if (!packet) return CountRejection(packet.error());
  counters_.Accept(packet->counter);
  path_.watch().Alive(via, false);
  switch (receiving_.HandlePacket(now, *packet, events_)) {
    case Receiving::Verdict::kTaken:
      return;
    case Receiving::Verdict::kTooLong:
      ++stats_.rejected.too_long;
      return;
    case Receiving::Verdict::kDuplicate:
      ++stats_.rejected.duplicate;
      return;
  }
}

void Media::HandleRtcp(std::span<std::uint8_t> datagram, Via via, Instant now) noexcept {
  if (!Admit(datagram)) return;
  const auto packet = sealer_->OpenRtcp(datagram);
  if (!packet) return CountRejection(packet.error());
  counters_.Accept(packet->counter);
  path_.watch().Alive(via, false);
  const auto report = rtp::ParseReport(packet->clear, packet->body);
  if (!report) return;
  if (report->type == rtp::kSenderReportType) {
    receiving_.HandleSenderReport(now, report->sender, report->sender_report.ntp);
  }
  for (std::size_t at = 0; at < report->block_count; ++at) {
    if (report->blocks[at].ssrc != sending_.ssrc() || IsAboutJump(report->blocks[at])) continue;
    const float loss = static_cast<float>(report->blocks[at].fraction_lost) / 256.0F;
    stats_.reported_loss = loss;
    sending_.talker().SetReportedLoss(now, loss);
  }
}

bool Media::IsAboutJump(const rtp::ReportBlock& block) noexcept {
  if (!jumped_to_) return false;
  const Sequence highest(static_cast<std::uint16_t>(block.extended_highest));
  if (Distance(*jumped_to_, highest) >= 0) jumped_to_.reset();
  return true;
}

void Media::CountRejection(rtp::PacketError error) noexcept {
  if (error == rtp::PacketError::kAuthentication) {
    ++stats_.rejected.authentication;
  } else {
    ++stats_.rejected.malformed;
  }
}

void Media::HandleSent(std::span<const std::uint8_t> datagram, SendResult result, Instant now) noexcept {
  if (result != SendResult::kSent) ++stats_.send_errors;
  path_.HandleSent(datagram, result, now);
}

void Media::SendUrgent(Instant now, Outbox& outbox) noexcept {
  if (std::exchange(path_opened_, false) && MaySend(now, now)) (void)path_.Tick(now, outbox, events_);
}

bool Media::MaySend(Instant now, Instant due) noexcept {
  stalls_.Look(now, due);
  if (stalls_.has_news() && events_.OfferState(event::Stalled{stalls_.number()})) stalls_.Told();
  return !stalls_.is_stalled();
}

void Media::Prefetch(Ahead ahead) const noexcept {
  /// As far as the first members of Sending.
  constexpr std::size_t kTogether = 640;
  constexpr std::size_t kOfReceiving = 128;
  if (ahead == Ahead::kFar) {
    PrefetchLines(this, kTogether);
    PrefetchLines(&receiving_, kOfReceiving);
  } else {
    if (sealer_) sealer_->Prefetch(ahead);
    if (tide_slot_ != nullptr && noted_playing_) PrefetchLines(tide_slot_, sizeof(TideSlot));
    sending_.Prefetch(ahead);
  }
}

void Media::Tick(Instant now, Instant deadline, Outbox& outbox) noexcept {
  const bool may_send = MaySend(now, deadline);
  receiving_.BeginBlocks(deadline);
  if (loopback_) return LoopBack(now);
  sending_.SetStalled(!may_send);
  sending_.Tick(now, deadline, sealer_.get(), outbox, events_);
  if (tide_slot_ != nullptr) NoteTide(now);
  if (may_send) {
    TickPath(now, deadline, outbox);
    Report(now, outbox);
  }
  Capture* capture = sending_.capture();
  receiving_.Tick(now, events_, capture != nullptr ? &capture->played() : nullptr);
  if (barge_in_.active()) TickBargeIn(now);
  if (--ticks_to_stats_ > 0) return;
  receiving_.decryption().Sweep(now, events_);
  PublishStats(now);
}

/// A call that sends nothing is as far as it was: its line of memory is left alone but for a few ticks a
/// second, which say that its process lives.
void Media::NoteTide(Instant now) noexcept {
  const TideSlot::Tick tick = sending_.TideAt(now);
  if (!noted_playing_ && ticks_to_stats_ > 1 && tick.IsAsFarAs(noted_)) return;
  noted_playing_ = tide_slot_->Note(tick);
  noted_ = tick;
}

void Media::TickBargeIn(Instant now) noexcept {
  const bool is_playing = sending_.playing();
  receiving_.ears().EachFrame([&](UserId user, const turns::EarFrame& frame) noexcept {
    barge_in_.HandleFrame(now, user, frame, is_playing);
  });
  barge_in_.Tick(now, sending_.InputPosition(), events_);
  sending_.Restrain(barge_in_.restraint());
}

void Media::TickPath(Instant now, Instant deadline, Outbox& outbox) noexcept {
  const bool probed = path_.Tick(now, outbox, events_);
  if (probed && sealer_) sending_.Probe(now, deadline, *sealer_, outbox);
}

void Media::Report(Instant now, Outbox& outbox) noexcept {
  if (!sealer_) return;
  sending_.Report(now, *sealer_, outbox);
  receiving_.Report(now, sending_.ssrc(), *sealer_, outbox);
  if (sealer_->exhausted() && !std::exchange(exhausted_reported_, true)) events_.Send(event::KeyExhausted{});
}

void Media::EnterFastPath(FastPath& path, Instant now) noexcept {
  if (loopback_ || !sealer_ || stalls_.is_stalled()) return;
  const Instant until = std::min(path_.quiet_until(), receiving_.quiet_until());
  if (until > now) sending_.EnterFastPath(path, *sealer_, tide_slot_, until);
}

void Media::LeaveFastPath(FastPath& path) noexcept {
  ticks_to_stats_ -= static_cast<int>(path.ticks());
  if (path.ticks() > 0) stalls_.Seen(path.last());
  sending_.LeaveFastPath(path);
}

void Media::LoopBack(Instant now) noexcept {
  receiving_.Play(sending_.Listen(now, events_));
  if (--ticks_to_stats_ <= 0) PublishStats(now);
}

void Media::FillQuantiles(ConnectionStats& stats) const noexcept {
  stats.pacing.p50_ms = sending_.lateness().QuantileMs(0.5);
  stats.pacing.p95_ms = sending_.lateness().QuantileMs(0.95);
  stats.pacing.p99_ms = sending_.lateness().QuantileMs(0.99);
  stats.callbacks.p99_ms = receiving_.turnaround().QuantileMs(0.99);
}

void Media::PublishStats(Instant now) noexcept {
  ticks_to_stats_ = kTicksPerStats;
  receiving_.UpdateStats();
  sending_.UpdateStats();
  stats_.path_moves = path_.watch().moves();
  const auto trip = path_.round_trip();
  stats_.round_trip_ms = trip ? std::chrono::duration<double, std::milli>(*trip).count() : -1;
  MediaStats& stats = published_.Back();
  static_cast<ConnectionStats&>(stats) = stats_;
  receiving_.FillRemotes(stats);
  stats.tide = {.at = now,
                .next_counter = sealer_ ? sealer_->next_counter() : 0,
                .frames = sending_.encryption().used(),
                .next_sequence = sending_.sequence(),
                .packets_received = stats_.packets_received,
                .position = sending_.InputPosition()};
  published_.Publish();
}

struct Media::Fields {
  static constexpr Field kSealer{1, "sealer"};
  static constexpr Field kCounters{2, "counters"};
  static constexpr Field kExhaustedReported{3, "exhausted reported"};
  static constexpr Field kStats{4, "statistics"};
  static constexpr Field kPath{5, "path"};
  static constexpr Field kSending{6, "sending"};
  static constexpr Field kReceiving{7, "receiving"};
  static constexpr Field kPackets{8, "packets"};
};

void Media::Save(FieldWriter& out) const noexcept {
  if (sealer_) out.Part(Fields::kSealer, *sealer_);
  out.Part(Fields::kCounters, counters_);
  out.Number(Fields::kExhaustedReported, exhausted_reported_);
  out.Record(Fields::kStats, [&](FieldWriter& record) noexcept { SaveStatistics(record, stats_); });
  out.Part(Fields::kPath, path_);
  out.Part(Fields::kSending, sending_);
  out.Part(Fields::kReceiving, receiving_);
}

void Media::SavePackets(FieldWriter& out) const noexcept {
  out.Record(Fields::kPackets, [&](FieldWriter& record) noexcept { receiving_.SavePackets(record); });
}

void Media::Restore(FieldReader& in, std::optional<crypto::Aead> aead) {
  auto sealer = in.MaybeRecord(Fields::kSealer);
  if (sealer && !aead) in.Refuse(Fields::kSealer);
  if (sealer && aead) sealer_ = rtp::Sealer::Restore(*sealer, std::move(*aead));
  in.Part(Fields::kCounters, counters_);
  exhausted_reported_ = in.Number<bool>(Fields::kExhaustedReported);
  RestoreStatistics(in.Record(Fields::kStats), stats_);
  in.Part(Fields::kPath, path_);
  in.Part(Fields::kSending, sending_);
  in.Part(Fields::kReceiving, receiving_);
  receiving_.decryption().SetSending(sending_.encryption().mode() != FrameEncryption::Mode::kClear);
  if (auto packets = in.MaybeRecord(Fields::kPackets)) receiving_.RestorePackets(*packets);
}

void Media::Succeed(const command::Grant& numbers, Sequence sequence) noexcept {
  Grant(numbers);
  sending_.Succeed(sequence);
  jumped_to_ = sequence;
}

}  // namespace sdkpp::session
