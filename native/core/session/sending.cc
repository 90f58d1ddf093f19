#include "core/session/sending.h"

#include <algorithm>
#include <utility>

#include "core/base/byte_writer.h"
#include "core/rtp/header.h"
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

}  // namespace

Sending::Sending(std::unique_ptr<Talker> talker, Sequence sequence, RtpTimestamp timestamp,
                 std::uint64_t ntp_origin, ConnectionStats& stats) noexcept
    : stats_(stats),
      talker_(std::move(talker)),
      callback_(stats.callbacks),
      ntp_origin_(ntp_origin),
      sequence_(sequence),
      timestamp_(timestamp) {}

void Sending::Start(Ssrc ssrc) noexcept {
  ssrc_ = ssrc;
  announced_ = false;
  packets_ = octets_ = 0;
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

std::unique_ptr<Input> Sending::SetInput(std::unique_ptr<Input> input) noexcept {
  opus_credit_ = 0;
  return std::exchange(input_, std::move(input));
}

void Sending::SetCallback(CallbackExchange* exchange) noexcept {
  const bool was_closed = callback_.closed();
  callback_.SetExchange(exchange);
  if (callback_.closed() && !was_closed) DropUnfiltered();
}

void Sending::SetUnfilteredPolicy(UnfilteredPolicy policy) noexcept {
  const bool was_closed = callback_.closed();
  callback_.SetPolicy(policy);
  if (callback_.closed() && !was_closed) DropUnfiltered();
}

/// From now on only filtered blocks are sent: drops what was encoded before.
void Sending::DropUnfiltered() noexcept {
  while (held_count_ > 0) DropOldest();
  talker_->DropUnsent();
}

void Sending::Tick(Instant now, Instant deadline, rtp::Sealer* sealer, Outbox& outbox,
                   EventSink& events) noexcept {
  if (sealer == nullptr) return;
  TickInput(now, events);
  NoteSpeaking(now, events);
  if (encryption_.mode() == FrameEncryption::Mode::kNothing) {
    DropStale(now);
  } else if (announced_) {
    Flush(now, deadline, *sealer, outbox);
  }
  if (callback_.on_loan()) events.Wake();
  if (const auto detected = talker_->TakeInputDetected()) events.Send(event::InputDetected{*detected});
}

void Sending::TickInput(Instant now, EventSink& events) noexcept {
  InputBlock block;
  if (input_ && opus_credit_ < kBlockSamples) block = input_->Next();
  if (opus_credit_ > 0 || block.kind == InputBlock::Kind::kOpus) return TickOpus(now, block, events);
  if (block.kind == InputBlock::Kind::kEnd) EndInput(events);
  std::span<const std::int16_t> pcm = block.pcm;
  // without a microphone the captured callback still gets its block, of silence, and may fill it
  if (!input_ && callback_.active()) pcm = kSilence;
  if (callback_.active()) pcm = callback_.Pass(now, pcm);
  Hold(now, talker_->TickPcm(now, pcm));
}

void Sending::TickOpus(Instant now, InputBlock first, EventSink& events) noexcept {
  InputBlock block = first;
  while (block.kind == InputBlock::Kind::kOpus) {
    SendOpus(now, block.opus);
    opus_credit_ += block.opus_samples;
    block = {};
    if (opus_credit_ < kBlockSamples && input_) block = input_->Next();
  }
  if (block.kind == InputBlock::Kind::kEnd) EndInput(events);
  if (first.kind != InputBlock::Kind::kOpus) Hold(now, talker_->TickOpus(now, {}));
  opus_credit_ -= std::min<std::uint32_t>(opus_credit_, kBlockSamples);
}

/// The captured callback cannot edit a packet.
void Sending::SendOpus(Instant now, std::span<const std::uint8_t> packet) noexcept {
  if (callback_.closed()) {
    callback_.CountBypassed();
    packet = {};
  }
  Hold(now, talker_->TickOpus(now, packet));
}

void Sending::EndInput(EventSink& events) noexcept {
  events.Send(event::InputEnded{});
  events.Send(event::Retired{.input = std::exchange(input_, nullptr)});
}

void Sending::Hold(Instant now, std::span<const OutgoingFrame> frames) noexcept {
  for (const OutgoingFrame& frame : frames) {
    if (held_count_ == kHeld) DropOldest();  // op 5 was not sent for long: too old by now
    Held& slot = held_[(held_first_ + held_count_++) % kHeld];
    slot.since = now;
    slot.ticks = frame.timestamp_ticks + std::exchange(lost_ticks_, 0);
    slot.samples = frame.samples;
    slot.size = static_cast<std::uint16_t>(std::min(frame.payload.size(), slot.payload.size()));
    std::ranges::copy(frame.payload.first(slot.size), slot.payload.begin());
  }
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

void Sending::Flush(Instant now, Instant deadline, rtp::Sealer& sealer, Outbox& outbox) noexcept {
  if (held_count_ == 0) return;
  const Duration late = std::max(now - deadline, Duration::zero());
  if (late >= kMissed) ++stats_.pacing.missed_deadlines;
  std::size_t samples = 0;
  for (std::size_t sent = 0; held_count_ > 0 && sent < kMaxBurst; ++sent) {
    if (sent >= kBurst && samples >= kBurstSamples) break;
    lateness_.Add(late);
    samples += held_[held_first_].samples;
    Send(held_[held_first_], sealer, outbox);
    held_first_ = (held_first_ + 1) % kHeld;
    --held_count_;
  }
  last_sent_ = now;
}

void Sending::Send(const Held& frame, rtp::Sealer& sealer, Outbox& outbox) noexcept {
  timestamp_ = RtpTimestamp(timestamp_.raw() + frame.ticks);
  const auto room = outbox.Claim();
  ByteWriter out(room);
  rtp::WriteHeader(out, sequence_, timestamp_, ssrc_);
  out.Bytes(std::span(frame.payload).first(frame.size));
  sequence_ = Sequence(static_cast<std::uint16_t>(sequence_.raw() + 1));
  if (!out.ok()) return;
  const std::size_t payload = encryption_.Apply(room.subspan(rtp::kFixedHeaderSize), frame.size);
  const std::size_t size = payload > 0 ? sealer.Seal(room, rtp::kFixedHeaderSize, payload) : 0;
  if (size == 0) return;
  outbox.Commit(size);
  ++packets_;
  ++stats_.packets_sent;
  octets_ += static_cast<std::uint32_t>(payload);
}

void Sending::Probe(Instant now, Instant deadline, rtp::Sealer& sealer, Outbox& outbox) noexcept {
  if (held_count_ > 0 || last_sent_ == now || encryption_.mode() == FrameEncryption::Mode::kNothing) return;
  Hold(now, talker_->Silence(now));
  Flush(now, deadline, sealer, outbox);
}

void Sending::NoteSpeaking(Instant now, EventSink& events) noexcept {
  if (talker_->sending() || held_count_ > 0) spoke_ = now;
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
  const RtpTimestamp timestamp(timestamp_.raw() + static_cast<std::uint32_t>(ahead));
  const std::uint64_t ntp = ntp_origin_ + NtpDuration(now.time_since_epoch());
  rtp::WriteSenderReport(out, {ssrc_, ntp, timestamp, packets_, octets_});
  const std::size_t size =
      out.ok() ? sealer.Seal(room, rtp::kRtcpClearSize, out.size() - rtp::kRtcpClearSize) : 0;
  if (size != 0) outbox.Commit(size);
}

void Sending::UpdateStats() noexcept {
  stats_.pacing.p50_ms = lateness_.QuantileMs(0.5);
  stats_.pacing.p95_ms = lateness_.QuantileMs(0.95);
  stats_.pacing.p99_ms = lateness_.QuantileMs(0.99);
}

}  // namespace sdkpp::session
