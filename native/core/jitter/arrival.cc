#include "core/jitter/arrival.h"

#include <algorithm>
#include <cmath>

#include "core/base/field_reader.h"
#include "core/base/field_writer.h"

namespace sdkpp::jitter {
namespace {

/// Without packets for longer than this, the speaker is silent or the network is stalled.
constexpr double kPauseMs = 100.0;

}  // namespace

StreamGuard::Verdict Arrival::Take(Instant now, const Arriving& arriving) noexcept {
  incoming_.sequence = arriving.sequence.raw();
  incoming_.timestamp = Unwrap(arriving.timestamp);
  incoming_.arrival = now;
  incoming_.samples = static_cast<std::uint32_t>(arriving.samples);
  incoming_.silence = arriving.silence;
  incoming_.size = static_cast<std::uint16_t>(arriving.payload.size());
  std::ranges::copy(arriving.payload, incoming_.bytes.begin());
  return guard_.Check(incoming_);
}

std::int64_t Arrival::Unwrap(RtpTimestamp timestamp) const noexcept {
  const std::int32_t ahead = Distance(RtpTimestamp{static_cast<std::uint32_t>(newest_timestamp_)}, timestamp);
  // as unsigned numbers: a sender that jumps for weeks must not overflow it
  return static_cast<std::int64_t>(static_cast<std::uint64_t>(newest_timestamp_) +
                                   static_cast<std::uint64_t>(std::int64_t{ahead}));
}

double Arrival::Transit(Instant at, std::int64_t timestamp) const noexcept {
  return MsOf(at - epoch_) - static_cast<double>(timestamp - origin_) / kTicksPerMs;
}

Instant Arrival::PlayoutOf(std::int64_t timestamp) const noexcept {
  return epoch_ + DurationOf(delay_.playout() + static_cast<double>(timestamp - origin_) / kTicksPerMs);
}

void Arrival::Restart() noexcept {
  stats_.packets_discarded += packets_.size();
  packets_.Clear();
  started_ = false;
}

/// Transits are counted from here, so that they stay small however often a sender jumps.
void Arrival::Start(const Packet& first) noexcept {
  started_ = true;
  epoch_ = last_arrival_ = first.arrival;
  origin_ = first.timestamp;
  newest_sequence_ = first.sequence - 1;
  if (!delay_.empty()) delay_.MoveTo(0);
}

void Arrival::Admit(const Packet& packet, const StreamFront& front, bool quiet) noexcept {
  if (!started_) Start(packet);
  if (packets_.Find(packet.sequence)) {
    ++stats_.packets_duplicate;
    return;
  }
  const double transit = Transit(packet.arrival, packet.timestamp);
  const bool newest = packet.sequence > newest_sequence_;
  const bool starts_speech = quiet && packets_.empty();
  if (const double pause = MsOf(packet.arrival - last_arrival_); pause > kPauseMs) delay_.Age(pause);
  if (newest && starts_speech) delay_.StartSpeech(transit);
  delay_.Add(transit, newest);
  if (newest) {
    if (!starts_speech) MeasureJitter(transit);
    last_transit_ = transit;
    newest_sequence_ = packet.sequence;
    newest_timestamp_ = packet.timestamp;
  }
  last_arrival_ = packet.arrival;

  switch (front.StateOf(packet.sequence)) {
    case StreamFront::State::kDecoded:
      ++stats_.packets_duplicate;
      return;
    case StreamFront::State::kMissed:
      ++stats_.packets_late;
      return;
    case StreamFront::State::kAhead:
      if (packets_.Insert(packet) == PacketBuffer::Inserted::kBehind) ++stats_.packets_late;
  }
}

void Arrival::MeasureJitter(double transit) noexcept {
  const double difference = std::abs(transit - last_transit_);
  if (difference < kImplausible) stats_.jitter_ms += (difference - stats_.jitter_ms) / 16;
}

struct Arrival::Fields {
  static constexpr Field kGuard{1, "guard"};
  static constexpr Field kDelay{2, "delay"};
  static constexpr Field kStarted{3, "started"};
  static constexpr Field kEpoch{4, "epoch"};
  static constexpr Field kOrigin{5, "origin"};
  static constexpr Field kNewestTimestamp{6, "newest timestamp"};
  static constexpr Field kNewestSequence{7, "newest sequence"};
  static constexpr Field kLastArrival{8, "last arrival"};
  static constexpr Field kLastTransit{9, "last transit"};
};

void Arrival::Save(FieldWriter& out) const noexcept {
  out.Part(Fields::kGuard, guard_);
  out.Part(Fields::kDelay, delay_);
  out.Number(Fields::kStarted, started_);
  out.Time(Fields::kEpoch, epoch_);
  out.Number(Fields::kOrigin, origin_);
  out.Number(Fields::kNewestTimestamp, newest_timestamp_);
  out.Number(Fields::kNewestSequence, newest_sequence_);
  out.Time(Fields::kLastArrival, last_arrival_);
  out.Number(Fields::kLastTransit, last_transit_);
}

void Arrival::Restore(FieldReader& in, const FrameDecoder& codec) noexcept {
  constexpr double kFarthestTransit = 1e12;
  FieldReader guard = in.Record(Fields::kGuard);
  guard_.Restore(guard, codec);
  in.Part(Fields::kDelay, delay_);
  started_ = in.Number<bool>(Fields::kStarted);
  epoch_ = in.PastTime(Fields::kEpoch);
  origin_ = in.NumberIn<std::int64_t>(Fields::kOrigin, -kFarthestNumber, kFarthestNumber);
  newest_timestamp_ = in.NumberIn<std::int64_t>(Fields::kNewestTimestamp, -kFarthestNumber, kFarthestNumber);
  newest_sequence_ = in.NumberIn<std::int64_t>(Fields::kNewestSequence, -kFarthestNumber, kFarthestNumber);
  last_arrival_ = in.PastTime(Fields::kLastArrival);
  last_transit_ = in.NumberIn(Fields::kLastTransit, -kFarthestTransit, kFarthestTransit);
}

}  // namespace sdkpp::jitter
