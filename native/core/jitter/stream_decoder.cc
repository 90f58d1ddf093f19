#include "core/jitter/stream_decoder.h"

#include <algorithm>

#include "core/base/field_reader.h"
#include "core/base/field_writer.h"
#include "core/jitter/timing.h"

namespace sdkpp::jitter {
namespace {

using std::chrono::milliseconds;

/// A timestamp this far ahead of the expected one is a pause in the sender; less is a slip of its clock.
constexpr std::int64_t kPauseTicks = 480;
/// The shortest piece a codec can make up: 2.5 ms.
constexpr std::int64_t kLeastTicks = 120;
/// Without packets for this long, speech has ended.
constexpr Duration kEndOfSpeech = milliseconds(200);
/// Late speech up to this long is left out when it comes after its place was concealed; more is played late.
constexpr std::size_t kMaxSkipped = 2 * kBlockSamples;
/// Behind an outage, sound that would play so many milliseconds late is left out: the rest can be caught up
/// with.
constexpr double kTooOldMs = 1000.0;
/// The most that can be concealed before speech has ended: no more than this turns into lost packets.
constexpr std::size_t kMaxCredit = 12 * kBlockSamples;
/// Packets from which a decoder learns how the sound before goes on.
constexpr std::int64_t kForDecoder = 2;
/// The longest packet.
constexpr std::uint32_t kMostSamples = 5760;

}  // namespace

bool StreamDecoder::FindFront(Instant now, Duration early) noexcept {
  const Packet* first = arrival_.packets().First();
  if (!first) return false;
  const bool due = now + milliseconds(1) >= arrival_.PlayoutOf(first->timestamp) - early;
  if (!due && now - first->arrival < kMaxWait) return false;
  stats_.packets_lost += static_cast<std::uint64_t>(front_.JumpTo(first->sequence, first->timestamp));
  return true;
}

void StreamDecoder::DecodeAhead(Instant next_load, bool playing) noexcept {
  if (!front_.known()) return;
  SpendCredit(next_load);
  while (DecodeNext(next_load, playing)) {
  }
}

/// Concealment that was played while nothing was known turns into concealment of the packets that turn out to
/// be missing, and of late ones that are not worth the delay they would cost.
void StreamDecoder::SpendCredit(Instant next_load) noexcept {
  const PacketBuffer& packets = arrival_.packets();
  const bool may_skip = credit_ <= kMaxSkipped;
  for (const Packet* first = packets.First(); credit_ > 0 && first; first = packets.First()) {
    const std::int64_t missing = first->sequence - front_.sequence();
    if (missing > 0) {
      const std::int64_t each = (first->timestamp - front_.timestamp()) / missing;
      if (each < kLeastTicks || each > static_cast<std::int64_t>(credit_)) return;
      ++stats_.packets_lost;
      credit_ -= static_cast<std::size_t>(each);
      front_.Advance(false, front_.timestamp() + each);
    } else {
      if (!may_skip || first->samples > credit_ || !ShouldSkipLate(*first, next_load)) return;
      ++stats_.packets_late;
      ++stats_.packets_lost;
      credit_ -= first->samples;
      Pass(*first);
    }
  }
}

/// Goes past a packet without decoding it.
void StreamDecoder::Pass(const Packet& packet) noexcept {
  const std::int64_t end = packet.timestamp + packet.samples;
  arrival_.packets().Drop(front_.sequence());
  front_.Advance(true, end);
}

double StreamDecoder::Excess(Instant at, std::int64_t timestamp) const noexcept {
  return arrival_.Transit(at, timestamp) - arrival_.delay().playout();
}

bool StreamDecoder::ShouldSkipLate(const Packet& packet, Instant next_load) const noexcept {
  if (packet.timestamp - front_.timestamp() >= kPauseTicks) return false;
  return Excess(next_load, packet.timestamp) >= kTooLate;
}

bool StreamDecoder::IsTooOld(const Packet& packet, Instant next_load) const noexcept {
  const auto queued = kBlockDuration * static_cast<std::int64_t>(blocks_.samples() / kBlockSamples);
  return Excess(next_load + queued, packet.timestamp) > kTooOldMs;
}

bool StreamDecoder::DecodeNext(Instant next_load, bool playing) noexcept {
  const Packet* packet = arrival_.packets().Find(front_.sequence());
  if (!packet || packet->samples > blocks_.room() || budget_ <= 0) return false;
  const bool pause = packet->timestamp - front_.timestamp() >= kPauseTicks;
  if (pause && (playing || !blocks_.empty())) return false;
  if (IsTooOld(*packet, next_load)) {
    ++stats_.packets_discarded;
    fade_.Cut();
  } else {
    DecodePacket(*packet);
  }
  Pass(*packet);
  return true;
}

void StreamDecoder::DecodePacket(const Packet& packet) noexcept {
  budget_ -= packet.samples;
  frame_samples_ = packet.samples;
  const std::uint32_t played = std::min(PlayedOf(packet.sequence), packet.samples);
  // the usual frame is a block, and is decoded where it stays
  const bool is_block = packet.samples == kBlockSamples && played == 0;
  const auto place = is_block ? blocks_.NextPlace() : std::span<float>();
  const auto room = place.empty() ? std::span<float>(scratch_) : place;
  if (decoder_.Decode(packet.payload(), room) != packet.samples) {
    ++stats_.packets_malformed;
    MakeUp(packet.samples - played);
    return;
  }
  silent_ = packet.silence;
  credit_ = 0;
  const auto sound = room.first(packet.samples * kChannels).subspan(std::size_t{played} * kChannels);
  fade_.BackIn(sound);
  const StreamPlace begin{packet.sequence, packet.timestamp, played};
  if (place.empty()) {
    blocks_.Append(sound, false, packet.arrival, begin);
  } else {
    blocks_.AppendMade(packet.arrival, begin);
  }
}

bool StreamDecoder::Conceal(Instant now, Instant next_load) noexcept {
  DecodeAhead(next_load, true);
  if (blocks_.Front()) return true;
  const Packet* next = arrival_.packets().First();
  if (!next) return ConcealUnknown(now);
  if (silent_ || next->sequence == front_.sequence()) return EndSpeech(silent_);
  return ConcealGap(*next, next_load);
}

/// True when a last part block came out of it.
bool StreamDecoder::EndSpeech(bool reset_decoder) noexcept {
  if (blocks_.lacking() > 0) {
    EmitSilence(blocks_.lacking());
    return true;
  }
  Stop(reset_decoder);
  return false;
}

void StreamDecoder::Stop(bool reset_decoder) noexcept {
  credit_ = 0;
  silent_ = true;
  fade_.Reset();
  if (reset_decoder) decoder_.Reset();
}

void StreamDecoder::Restart() noexcept {
  blocks_.Clear();
  front_.Reset();
  Stop(true);
}

bool StreamDecoder::ConcealUnknown(Instant now) noexcept {
  if (silent_ || now - arrival_.last_arrival() >= kEndOfSpeech) return EndSpeech(true);
  const std::size_t samples = blocks_.lacking() > 0 ? blocks_.lacking() : kBlockSamples;
  credit_ = std::min(credit_ + samples, kMaxCredit);
  MakeUp(samples);
  return true;
}

bool StreamDecoder::ConcealGap(const Packet& next, Instant next_load) noexcept {
  const std::int64_t missing = next.sequence - front_.sequence();
  const std::int64_t gap = next.timestamp - front_.timestamp();
  if (gap < kLeastTicks || fade_.spent()) {  // nothing to fill, or too much
    stats_.packets_lost += static_cast<std::uint64_t>(missing);
    const bool nothing = gap < kLeastTicks;
    front_.JumpTo(next.sequence, nothing ? next.timestamp : front_.timestamp());
    if (!nothing) return EndSpeech(true);
    DecodeNext(next_load, true);
    return true;
  }
  const std::int64_t each =
      std::clamp<std::int64_t>(gap / missing / kLeastTicks * kLeastTicks, kLeastTicks, frame_samples_);
  const auto samples = static_cast<std::size_t>(each);
  ++stats_.packets_lost;
  if (missing > 1 || each != gap || !Recover(next, samples)) MakeUp(samples);
  front_.Advance(false, front_.timestamp() + each);
  return true;
}

bool StreamDecoder::Recover(const Packet& next, std::size_t samples) noexcept {
  if (!decoder_.HasRecovery(next.payload())) return false;
  if (decoder_.Recover(next.payload(), samples, scratch_) != samples) return false;
  ++stats_.fec_used;
  fade_.BackIn(Scratch(samples));
  blocks_.Append(Scratch(samples), false, next.arrival, Place());
  return true;
}

void StreamDecoder::MakeUp(std::size_t samples) noexcept {
  const auto sound = Scratch(samples);
  if (fade_.spent() || decoder_.Conceal(samples, scratch_) != samples) std::ranges::fill(sound, 0.0F);
  if (!fade_.spent()) stats_.concealed_samples += samples;
  fade_.Apply(sound);
  blocks_.Append(sound, true, {}, Place());
}

void StreamDecoder::EmitSilence(std::size_t samples) noexcept {
  std::ranges::fill(Scratch(samples), 0.0F);
  blocks_.Append(Scratch(samples), false, arrival_.last_arrival(), Place());
}

struct StreamDecoder::Fields {
  static constexpr Field kSequence{1, "sequence"};
  static constexpr Field kTimestamp{2, "timestamp"};
  static constexpr Field kSkipped{3, "samples played"};
  static constexpr Field kPacket{4, "packet"};
  static constexpr Field kFade{5, "fade"};
  static constexpr Field kFrameSamples{6, "frame samples"};
  static constexpr Field kSilent{7, "silent"};
  static constexpr Field kCredit{8, "credit"};
};

StreamPlace StreamDecoder::begin() const noexcept {
  if (const auto decoded = blocks_.begin()) return *decoded;
  const std::uint32_t played = PlayedOf(front_.sequence());
  return {front_.sequence(), front_.timestamp() - played, played};
}

void StreamDecoder::Save(FieldWriter& out, const StreamPlace& from, bool in_speech) const noexcept {
  const PacketBuffer& packets = arrival_.packets();
  if (front_.known()) {
    out.Number(Fields::kSequence, from.sequence);
    out.Number(Fields::kTimestamp, from.timestamp);
    out.Number(Fields::kSkipped, from.skipped);
    const std::int64_t before = from.sequence - (in_speech ? kForDecoder : 0);
    const auto kept = static_cast<std::int64_t>(PacketBuffer::kCapacity);
    for (std::int64_t at = std::max(before, front_.sequence() - kept); at < front_.sequence(); ++at) {
      if (const Packet* packet = packets.Recall(at)) out.Part(Fields::kPacket, *packet);
    }
  }
  packets.Each([&](const Packet& packet) { out.Part(Fields::kPacket, packet); });
  out.Part(Fields::kFade, fade_);
  out.Number(Fields::kFrameSamples, frame_samples_);
  out.Number(Fields::kSilent, silent_);
  out.Number(Fields::kCredit, credit_ - std::min(credit_, blocks_.made_up()));
}

void StreamDecoder::Restore(FieldReader& in) noexcept {
  if (const auto sequence = in.Maybe<std::int64_t>(Fields::kSequence)) {
    const auto skipped =
        in.NumberIn<std::uint32_t>(Fields::kSkipped, 0, kMostSamples + std::uint32_t{kBlockSamples});
    restored_at_ = {in.NumberIn<std::int64_t>(Fields::kSequence, -kFarthestNumber, kFarthestNumber),
                    in.NumberIn<std::int64_t>(Fields::kTimestamp, -kFarthestNumber, kFarthestNumber),
                    skipped};
    front_.JumpTo(restored_at_.sequence, restored_at_.timestamp + skipped);
  }
  std::size_t left = PacketBuffer::kCapacity + kForDecoder;
  in.EachRecord(Fields::kPacket, [&](FieldReader record) {
    if (left == 0) return in.Refuse(Fields::kPacket);
    --left;
    Packet packet;
    packet.Restore(record, decoder_);
    if (in.ok()) TakeRestored(packet, in);
  });
  in.Part(Fields::kFade, fade_);
  frame_samples_ = in.NumberIn<std::uint32_t>(Fields::kFrameSamples, 1, kMostSamples);
  silent_ = in.Number<bool>(Fields::kSilent);
  credit_ = in.NumberIn<std::size_t>(Fields::kCredit, 0, kMaxCredit);
}

/// Packets before the front stay as dropped ones, for the case that the stream is saved again soon.
void StreamDecoder::TakeRestored(const Packet& packet, FieldReader& in) noexcept {
  PacketBuffer& packets = arrival_.packets();
  const bool is_played = front_.known() && packet.sequence < front_.sequence();
  const bool is_far = is_played && packet.sequence < front_.sequence() - kForDecoder;
  if (is_far || packets.Insert(packet) != PacketBuffer::Inserted::kNew) return in.Refuse(Fields::kPacket);
  if (!is_played) return;
  (void)decoder_.Decode(packet.payload(), scratch_);
  packets.Drop(packet.sequence);
}

}  // namespace sdkpp::jitter
