#include "core/jitter/arrival.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace sdkpp::jitter {

StreamGuard::Verdict Arrival::Take(Instant now, const Arriving& arriving) noexcept {
  incoming_.sequence = arriving.sequence.raw();
  incoming_.timestamp = Unwrap(arriving.timestamp);
  incoming_.arrival = now;
  incoming_.samples = static_cast<std::uint32_t>(arriving.samples);
  incoming_.silence = arriving.silence;
  incoming_.size = static_cast<std::uint16_t>(arriving.payload.size());
  std::ranges::copy(arriving.payload, incoming_.bytes.begin());
  return guard_.Judge(incoming_);
}

std::int64_t Arrival::Unwrap(RtpTimestamp timestamp) const noexcept {
  return newest_timestamp_ + Distance(RtpTimestamp{static_cast<std::uint32_t>(newest_timestamp_)}, timestamp);
}

double Arrival::Transit(Instant at, std::int64_t timestamp) const noexcept {
  return MsOf(at - epoch_) - static_cast<double>(timestamp) / kTicksPerMs;
}

Instant Arrival::PlayoutOf(std::int64_t timestamp) const noexcept {
  return epoch_ + DurationOf(delay_.playout() + static_cast<double>(timestamp) / kTicksPerMs);
}

void Arrival::Restart() noexcept {
  stats_.packets_discarded += packets_.size();
  packets_.Clear();
  newest_sequence_ = std::numeric_limits<std::int64_t>::min();
}

void Arrival::Admit(const Packet& packet, const StreamFront& front, bool quiet) noexcept {
  if (!any_) {
    any_ = true;
    epoch_ = packet.arrival;
    newest_sequence_ = packet.sequence - 1;
  }
  if (packets_.Find(packet.sequence)) {
    ++stats_.packets_duplicate;
    return;
  }
  const double transit = Transit(packet.arrival, packet.timestamp);
  const bool newest = packet.sequence > newest_sequence_;
  const bool starts_speech = quiet && packets_.empty();
  if (newest && starts_speech) delay_.StartSpeech(transit);
  delay_.Add(transit, newest);
  if (newest) {
    if (!starts_speech) MeasureJitter(transit);
    last_transit_ = transit;
    newest_sequence_ = packet.sequence;
    newest_timestamp_ = packet.timestamp;
  }
  last_arrival_ = packet.arrival;

  switch (front.PlaceOf(packet.sequence)) {
    case StreamFront::Place::kDecoded:
      ++stats_.packets_duplicate;
      return;
    case StreamFront::Place::kMissed:
      ++stats_.packets_late;
      return;
    case StreamFront::Place::kAhead:
      if (packets_.Insert(packet) == PacketBuffer::Inserted::kBehind) ++stats_.packets_late;
  }
}

void Arrival::MeasureJitter(double transit) noexcept {
  const double difference = std::abs(transit - last_transit_);
  if (difference < kImplausible) stats_.jitter_ms += (difference - stats_.jitter_ms) / 16;
}

}  // namespace sdkpp::jitter
