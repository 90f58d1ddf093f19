#include "core/session/sending/sending.h"

#include <algorithm>
#include <utility>

#include "core/base/byte_writer.h"
#include "core/base/field_reader.h"
#include "core/base/field_writer.h"
#include "core/base/saved_statistics.h"
#include "core/opus/packet.h"
#include "core/rtp/reports.h"

namespace sdkpp::session {

namespace {

constexpr Duration kSenderReportInterval = std::chrono::seconds(5);
constexpr Duration kKeepSpeaking = std::chrono::seconds(1);
constexpr Duration kMissed = kBlockDuration;
constexpr AudioBlock kSilence{};
/// The most sent per tick while a backlog drains: this many packets or, for short ones, this much sound.
constexpr std::size_t kBurst = 4;
constexpr std::size_t kBurstSamples = kBurst * kBlockSamples;
constexpr std::size_t kMaxBurst = 16;
/// How much speech waits for a key.
constexpr Duration kKeyWait = std::chrono::milliseconds(200);
static_assert(rtp::kFixedHeaderSize + rtp::kMaxPayload + dave::kMaxOverhead + rtp::kSealOverhead <=
              Outbox::kDatagramSize);

std::uint64_t NtpDuration(Duration since) noexcept {
  const auto ns = static_cast<std::uint64_t>(since.count());
  constexpr std::uint64_t kSecond = 1'000'000'000;
  return (ns / kSecond) << 32 | ((ns % kSecond) << 32) / kSecond;
}

InputStats StatsOf(const player::SourceLosses& losses) noexcept {
  return {.packets_skipped = losses.packets, .bytes_skipped = losses.bytes, .pages_missing = losses.pages};
}

}  // namespace

Sending::Sending(std::unique_ptr<Talker> talker, Sequence sequence, RtpTimestamp timestamp,
                 std::uint64_t ntp_origin, ConnectionStats& stats, Reserve& reserve)
    : stats_(stats),
      talker_(std::move(talker)),
      ntp_origin_(ntp_origin),
      stream_(sequence, timestamp),
      held_(reserve),
      callback_(stats.callbacks) {}

void Sending::Start(Ssrc ssrc) noexcept {
  stream_.Start(ssrc);
  announced_ = false;
}

void Sending::Stop() noexcept {
  announced_ = false;
  speaking_reported_ = false;
  spoke_ = {};
  held_count_ = 0;
}

void Sending::ResetEncryption(EventSink& events) noexcept {
  while (encryption_.mode() != FrameEncryption::Mode::kClear && held_count_ > 0) DropOldest();
  for (auto& sealer : encryption_.Reset()) {
    if (sealer) events.Send(event::Retired{.frame_sealer = std::move(sealer)});
  }
}

std::unique_ptr<player::Source> Sending::SetInput(std::unique_ptr<player::Source> input,
                                                  std::uint32_t number) noexcept {
  opus_credit_ = 0;
  CountLosses();
  input_number_ = number;
  filtering_ = 0;
  // the one before asks for nothing any more when it is freed, later: both may be of the same player
  if (input_) input_->Duck(1);
  if (input) input->Duck(restraint_.gain);
  return std::exchange(input_, std::move(input));
}

void Sending::Restrain(const Restraint& restraint) noexcept {
  if (input_ && restraint.gain != restraint_.gain) input_->Duck(restraint.gain);
  restraint_ = restraint;
}

void Sending::SetCallback(CallbackExchange* exchange) noexcept {
  const bool was_closed = callback_.closed();
  callback_.SetExchange(exchange);
  filtering_ = 0;
  if (callback_.closed() && !was_closed) DropUnsent();
}

void Sending::SetCapture(std::unique_ptr<Capture> capture) noexcept {
  capture_ = std::move(capture);
  SetSpeech(speech_);
}

void Sending::SetSpeech(const audio::SpeechSettings& settings) noexcept {
  speech_ = settings;
  if (capture_) capture_->Apply(settings);
}

void Sending::SetUnfilteredPolicy(UnfilteredPolicy policy) noexcept {
  const bool was_closed = callback_.closed();
  callback_.SetPolicy(policy);
  if (callback_.closed() && !was_closed) DropUnsent();
}

/// What was made out of the input and waits goes nowhere.
void Sending::DropUnsent() noexcept {
  while (held_count_ > 0) DropOldest();
  talker_->DropUnsent();
}

void Sending::Prefetch(Ahead ahead) const noexcept {
  /// Bytes of a talker that a source of packets uses, and of an input without its sound.
  constexpr std::size_t kOfTalker = 384;
  constexpr std::size_t kOfInput = 320;
  if (ahead == Ahead::kNear) {
    PrefetchLines(talker_.get(), kOfTalker);
    PrefetchLines(input_.get(), kOfInput);
  } else if (input_) {
    input_->Prefetch();
  }
}

void Sending::Tick(Instant now, Instant deadline, rtp::Sealer* sealer, Outbox& outbox,
                   EventSink& events) noexcept {
  if (sealer == nullptr) return;
  const bool flows = announced_ && MaySend();
  Departure departure{.now = now,
                      .late = std::max(now - deadline, Duration::zero()),
                      .sealer = *sealer,
                      .outbox = outbox,
                      .open = flows && held_count_ == 0};
  const std::uint64_t sent_before = stats_.packets_sent;
  TickInput(departure, events);
  NoteSpeaking(departure, events);
  if (flows) Flush(departure);
  // what is muted is taken, and does not leave
  const bool left = stats_.packets_sent != sent_before && talker_->sending();
  if (left && held_count_ == 0 && input_) input_->NoteSent();
  if (!MaySend()) DropStale(now);
  if (callback_.on_loan()) events.Wake();
  ReportInput(events);
}

void Sending::ReportInput(EventSink& events) noexcept {
  if (const auto detected = talker_->TakeInputDetected()) events.Send(event::InputDetected{*detected});
  if (const auto level = talker_->TakeLevel()) (void)events.OfferState(event::InputLevel{*level});
}

/// A source is read when its sound can be sent, or is not waited for; a microphone is always read.
bool Sending::MayTake() const noexcept {
  /// Some are held before every first word.
  constexpr std::size_t kManyHeld = kHeld / 2;
  if (restraint_.stops && !input_->IsMicrophone()) return false;
  if (!input_waits_ || input_->IsMicrophone()) return true;
  return MaySend() && (announced_ || held_count_ < kManyHeld);
}

void Sending::TickInput(Departure& departure, EventSink& events) noexcept {
  player::SourceBlock block;
  if (input_ && opus_credit_ < kBlockSamples && MayTake()) block = input_->Next();
  if (opus_credit_ > 0 || block.kind == player::SourceBlock::Kind::kOpus)
    return TickOpus(departure, block, events);
  if (block.kind == player::SourceBlock::Kind::kEnd) EndInput(events);
  Dispatch(departure, talker_->TickPcm(departure.now, Filter(departure.now, block)));
}

/// The sound to send: the input after the captured callback, processed when it is a microphone's.
std::span<const std::int16_t> Sending::Filter(Instant now, const player::SourceBlock& block) noexcept {
  const bool microphone = capture_ && input_ && input_->IsMicrophone();
  if (microphone && !callback_.active()) return capture_->Process(block.captured);
  std::span<const std::int16_t> pcm = microphone ? capture_->Round(block.captured) : block.pcm;
  if (!callback_.active()) return pcm;
  filtering_ = block.pcm.empty() ? 0 : static_cast<std::uint32_t>(kBlockSamples) - block.padding;
  // without a microphone the captured callback still gets its block, of silence, and may fill it
  pcm = callback_.Pass(now, input_ ? pcm : kSilence);
  return microphone ? capture_->Process(pcm) : pcm;
}

std::span<const std::int16_t> Sending::Listen(Instant now, EventSink& events) noexcept {
  const player::SourceBlock block = input_ ? input_->Next() : player::SourceBlock{};
  if (block.kind == player::SourceBlock::Kind::kEnd) EndInput(events);
  const auto heard = talker_->Listen(Filter(now, block));
  ReportInput(events);
  return heard;
}

void Sending::TickOpus(Departure& departure, player::SourceBlock first, EventSink& events) noexcept {
  player::SourceBlock block = first;
  while (block.kind == player::SourceBlock::Kind::kOpus) {
    SendOpus(departure, block.opus);
    opus_credit_ += block.opus_samples;
    block = {};
    if (opus_credit_ < kBlockSamples && input_) block = input_->Next();
  }
  if (block.kind == player::SourceBlock::Kind::kEnd) EndInput(events);
  if (first.kind != player::SourceBlock::Kind::kOpus)
    Dispatch(departure, talker_->TickOpus(departure.now, {}));
  opus_credit_ -= std::min<std::uint32_t>(opus_credit_, kBlockSamples);
}

/// The captured callback cannot edit a packet.
void Sending::SendOpus(Departure& departure, std::span<const std::uint8_t> packet) noexcept {
  if (callback_.closed()) {
    callback_.CountBypassed();
    packet = {};
  }
  Dispatch(departure, talker_->TickOpus(departure.now, packet));
}

void Sending::EndInput(EventSink& events) noexcept {
  CountLosses();
  events.Send(event::InputEnded{input_number_, input_->losses(), input_->refusal()});
  events.Send(event::Retired{.input = std::exchange(input_, nullptr)});
}

/// Of an input that leaves.
void Sending::CountLosses() noexcept {
  if (input_) AddCounters(ended_inputs_, StatsOf(input_->losses()));
}

InputStats Sending::LossesOfInputs() const noexcept {
  InputStats all = ended_inputs_;
  if (input_) AddCounters(all, StatsOf(input_->losses()));
  return all;
}

std::optional<player::SourcePosition> Sending::InputPosition() const noexcept {
  auto position = input_ ? input_->position() : std::nullopt;
  if (position) position->samples -= std::min<std::uint64_t>(position->samples, filtering_);
  return position;
}

TideSlot::Tick Sending::TideAt(Instant now) const noexcept {
  TideSlot::Tick tick{.at = now, .next_sequence = sequence(), .input = input_number_};
  const auto position = InputPosition();
  if (position && !position->track) tick.samples = position->samples;
  return tick;
}

void Sending::UpdateStats() noexcept { stats_.input = LossesOfInputs(); }

/// Seals what may leave at once where it lies; the rest is copied and waits.
void Sending::Dispatch(Departure& departure, std::span<const OutgoingFrame> frames) noexcept {
  for (const OutgoingFrame& frame : frames) {
    if (!departure.open || held_count_ > 0 || departure.full()) {
      Hold(departure.now, frame);
    } else {
      Depart(departure, frame.payload, frame.timestamp_ticks + std::exchange(lost_ticks_, 0), frame.samples);
    }
  }
}

void Sending::Hold(Instant now, const OutgoingFrame& frame) noexcept {
  if (held_count_ == kHeld) DropOldest();  // op 5 was not sent for long: too old by now
  if (held_count_ == 0) held_first_ = 0;
  if (held_first_ + held_count_ == held_.size()) (void)held_.Add();  // none is added once all are there
  Held& slot = HeldAt(held_count_++);
  slot.since = now;
  slot.ticks = frame.timestamp_ticks + std::exchange(lost_ticks_, 0);
  slot.samples = frame.samples;
  slot.size = static_cast<std::uint16_t>(std::min(frame.payload.size(), slot.payload.size()));
  std::ranges::copy(frame.payload.first(slot.size), slot.payload.begin());
}

/// The following frames move that much further on the time line.
void Sending::DropOldest() noexcept {
  lost_ticks_ += held_[held_first_].ticks;
  held_first_ = (held_first_ + 1) % kHeld;
  if (--held_count_ > 0) held_[held_first_].ticks += std::exchange(lost_ticks_, 0);
}

void Sending::DropStale(Instant now) noexcept {
  while (held_count_ > 0 && now - held_[held_first_].since >= kKeyWait) DropOldest();
}

void Sending::Flush(Departure& departure) noexcept {
  while (held_count_ > 0 && !departure.full()) {
    const Held& frame = held_[held_first_];
    Depart(departure, std::span(frame.payload).first(frame.size), frame.ticks, frame.samples);
    held_first_ = (held_first_ + 1) % kHeld;
    --held_count_;
  }
}

bool Sending::Departure::full() const noexcept {
  return sent >= kMaxBurst || (sent >= kBurst && samples >= kBurstSamples);
}

void Sending::Depart(Departure& departure, std::span<const std::uint8_t> payload, std::uint32_t ticks,
                     std::uint32_t samples) noexcept {
  if (departure.sent++ == 0 && departure.late >= kMissed) ++stats_.pacing.missed_deadlines;
  departure.samples += samples;
  lateness_.Add(departure.late);
  last_sent_ = departure.now;
  const std::size_t size =
      stream_.Seal(departure.outbox.Claim(), ticks, payload, encryption_.current(), departure.sealer);
  if (size == 0) return;
  departure.outbox.Commit(size);
  ++stats_.packets_sent;
  if (own_sound_ != nullptr) own_sound_->Send(payload);
}

void Sending::Probe(Instant now, Instant deadline, rtp::Sealer& sealer, Outbox& outbox) noexcept {
  if (held_count_ > 0 || last_sent_ == now || !MaySend()) return;
  Departure departure{.now = now,
                      .late = std::max(now - deadline, Duration::zero()),
                      .sealer = sealer,
                      .outbox = outbox,
                      .open = true};
  Dispatch(departure, talker_->Silence(now));
}

void Sending::NoteSpeaking(const Departure& departure, EventSink& events) noexcept {
  const Instant now = departure.now;
  if (talker_->sending() || held_count_ > 0 || departure.sent > 0) spoke_ = now;
  const bool speaking = spoke_ != Instant{} && now - spoke_ < kKeepSpeaking;
  if (speaking != speaking_reported_ && events.OfferState(event::Speaking{speaking})) {
    speaking_reported_ = speaking;
  }
}

void Sending::Report(Instant now, rtp::Sealer& sealer, Outbox& outbox) noexcept {
  if (now < next_report_ || last_sent_ == Instant{} || now - last_sent_ > kSenderReportInterval) return;
  next_report_ = now + kSenderReportInterval;
  const auto room = outbox.Claim();
  ByteWriter out(room);
  const auto ahead = std::chrono::duration<double>(now - last_sent_).count() * kSampleRate;
  const RtpTimestamp timestamp(stream_.timestamp().raw() + static_cast<std::uint32_t>(ahead));
  const std::uint64_t ntp = ntp_origin_ + NtpDuration(now.time_since_epoch());
  rtp::WriteSenderReport(out, {ssrc(), ntp, timestamp, stream_.packets(), stream_.octets()});
  const std::size_t size =
      out.ok() ? sealer.Seal(room, rtp::kRtcpClearSize, out.size() - rtp::kRtcpClearSize) : 0;
  if (size != 0) outbox.Commit(size);
}

void Sending::EnterFastPath(FastPath& path, rtp::Sealer& sealer, TideSlot* tide,
                            Instant until) const noexcept {
  player::OpusSource* packets = input_ ? input_->packets() : nullptr;
  const bool flows = announced_ && MaySend() && held_count_ == 0;
  const bool alone = !capture_ && !callback_.active() && !callback_.on_loan();
  const bool steady = speaking_reported_ && talker_->IsSteady() && opus_credit_ == 0 && lost_ticks_ == 0;
  const bool is_watched = restraint_.stops || own_sound_ != nullptr;
  if (packets == nullptr || !flows || !alone || !steady || is_watched) return;
  path.Enter({.input = packets,
              .sealer = &sealer,
              .end_to_end = encryption_.current(),
              .tide = tide,
              .stream = stream_,
              .time_line = talker_->time_line(),
              .last = last_sent_,
              .packets_sent = stats_.packets_sent},
             std::min(until, next_report_));
}

void Sending::LeaveFastPath(FastPath& path) noexcept {
  const bool ticked = path.ticks() > 0;
  const FastPath::Session& session = path.Leave(lateness_);
  if (!ticked) return;
  stats_.packets_sent = session.packets_sent;
  stream_ = session.stream;
  last_sent_ = spoke_ = session.last;
  talker_->Resume(session.time_line, session.last);
}

struct Sending::Fields {
  static constexpr Field kTalker{1, "talker"};
  static constexpr Field kEncryption{2, "encryption"};
  static constexpr Field kStream{3, "stream"};
  static constexpr Field kNtp{4, "NTP time"};
  static constexpr Field kAnnounced{5, "announced"};
  static constexpr Field kSpeakingReported{6, "speaking reported"};
  static constexpr Field kSpoke{7, "spoke"};
  static constexpr Field kHeld{8, "held"};
  static constexpr Field kLostTicks{9, "lost ticks"};
  static constexpr Field kOpusCredit{10, "opus credit"};
  static constexpr Field kNextReport{11, "next report"};
  static constexpr Field kLastSent{12, "last sent"};
  static constexpr Field kInputs{13, "inputs"};

  // of a held frame
  static constexpr Field kSince{1, "since"};
  static constexpr Field kTicks{2, "ticks"};
  static constexpr Field kSamples{3, "samples"};
  static constexpr Field kPayload{4, "payload"};
};

void Sending::Save(FieldWriter& out) const noexcept {
  out.Part(Fields::kTalker, *talker_);
  out.Part(Fields::kEncryption, encryption_);
  out.Part(Fields::kStream, stream_);
  // the zero of the time line is another one elsewhere
  out.Number(Fields::kNtp, ntp_origin_ + NtpDuration(out.now().time_since_epoch()));
  out.Number(Fields::kAnnounced, announced_);
  out.Number(Fields::kSpeakingReported, speaking_reported_);
  out.Time(Fields::kSpoke, spoke_);
  SaveHeld(out);
  out.Number(Fields::kLostTicks, lost_ticks_);
  out.Number(Fields::kOpusCredit, opus_credit_);
  out.Time(Fields::kNextReport, next_report_);
  out.Time(Fields::kLastSent, last_sent_);
  out.Record(Fields::kInputs, [&](FieldWriter& record) noexcept {  //
    SaveStatistics(record, LossesOfInputs());
  });
}

void Sending::SaveHeld(FieldWriter& out) const noexcept {
  for (std::size_t at = 0; at < held_count_; ++at) {
    const Held& held = HeldAt(at);
    out.Record(Fields::kHeld, [&](FieldWriter& record) noexcept {
      record.Time(Fields::kSince, held.since);
      record.Number(Fields::kTicks, held.ticks);
      record.Number(Fields::kSamples, held.samples);
      record.Bytes(Fields::kPayload, std::span(held.payload).first(held.size));
    });
  }
}

void Sending::Restore(FieldReader& in) {
  in.Part(Fields::kTalker, *talker_);
  in.Part(Fields::kEncryption, encryption_);
  in.Part(Fields::kStream, stream_);
  ntp_origin_ = in.Number<std::uint64_t>(Fields::kNtp) + NtpDuration(in.now() - in.written()) -
                NtpDuration(in.now().time_since_epoch());
  announced_ = in.Number<bool>(Fields::kAnnounced);
  speaking_reported_ = in.Number<bool>(Fields::kSpeakingReported);
  spoke_ = in.PastTime(Fields::kSpoke);
  RestoreHeld(in);
  lost_ticks_ = in.Number<std::uint32_t>(Fields::kLostTicks);
  opus_credit_ = in.NumberIn<std::uint32_t>(Fields::kOpusCredit, 0, 2 * opus::kMaxPacketSamples);
  next_report_ = in.Time(Fields::kNextReport);
  last_sent_ = in.PastTime(Fields::kLastSent);
  RestoreStatistics(in.Record(Fields::kInputs), ended_inputs_);
}

void Sending::Succeed(Sequence sequence) noexcept {
  DropUnsent();
  stream_.GoOnAt(sequence);
}

void Sending::RestoreHeld(FieldReader& in) noexcept {
  in.EachRecord(Fields::kHeld, [&](FieldReader record) noexcept {
    Held* held = held_count_ < kHeld ? held_.Add() : nullptr;
    const auto payload = record.Bytes(Fields::kPayload);
    if (held == nullptr || payload.size() > held->payload.size()) return in.Refuse(Fields::kHeld);
    held->since = record.Time(Fields::kSince);
    held->ticks = record.Number<std::uint32_t>(Fields::kTicks);
    held->samples = record.Number<std::uint32_t>(Fields::kSamples);
    held->size = static_cast<std::uint16_t>(payload.size());
    std::ranges::copy(payload, held->payload.begin());
    ++held_count_;
  });
}

}  // namespace sdkpp::session
