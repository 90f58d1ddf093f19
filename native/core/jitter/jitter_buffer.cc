#include "core/jitter/jitter_buffer.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/jitter/time_stretcher.h"

namespace sdkpp::jitter {
namespace {

using std::chrono::milliseconds;

constexpr double kTicksPerMs = kSampleRate / 1000.0;
constexpr double kBlockMs = 20.0;
/// A timestamp this far ahead of the expected one is a pause in the sender; less is a slip of its clock.
constexpr std::int64_t kPauseTicks = 480;
/// Concealment: five frames, each quieter than the one before, then silence.
constexpr std::size_t kMaxMadeUp = 5 * kBlockSamples;
constexpr float kFadePerSample = 1.0F / static_cast<float>(kMaxMadeUp);
constexpr std::size_t kFadeInSamples = 240;
constexpr std::size_t kFadeOutSamples = 120;
/// Without packets for this long, speech has ended.
constexpr Duration kEndOfSpeech = milliseconds(200);
/// However strange its timestamp, a waiting packet starts to play after this.
constexpr Duration kMaxWait = milliseconds(200);
/// Late speech up to this long is left out when it comes after its place was concealed; more is played late.
constexpr std::size_t kMaxSkipped = 2 * kBlockSamples;
/// Playout moves by whole ticks when it is off by this much (milliseconds) for so many pulls, or by far more.
constexpr double kTooEarly = -0.5;
constexpr int kEarlyPatience = 10;
constexpr double kTooLate = kBlockMs - 0.5;
constexpr int kLatePatience = 50;
constexpr double kFarTooLate = 2 * kBlockMs;
/// More than this is no delay but a time line that is just moving.
constexpr double kImplausible = 2000.0;
constexpr double kWaitingShare = 0.01;
constexpr int kMaxLoads = 16;

double MsOf(Duration duration) noexcept {
  return std::chrono::duration<double, std::milli>(duration).count();
}

Duration DurationOf(double ms) noexcept {
  return std::chrono::duration_cast<Duration>(std::chrono::duration<double, std::milli>(ms));
}

}  // namespace

JitterBuffer::JitterBuffer(FrameDecoder& decoder) : decoder_(decoder) {}

// ---- arrival

Insertion JitterBuffer::Insert(Instant now, ExtendedSequence sequence, RtpTimestamp timestamp,
                               std::span<const std::uint8_t> payload) noexcept {
  const std::size_t samples = payload.size() <= Packet::kMaxBytes ? decoder_.Samples(payload) : 0;
  if (samples == 0) {
    ++stats_.packets_malformed;
    return {};
  }
  ++stats_.packets_received;
  incoming_.sequence = sequence.raw();
  incoming_.timestamp = Unwrap(timestamp);
  incoming_.arrival = now;
  incoming_.samples = static_cast<std::uint32_t>(samples);
  incoming_.silence = decoder_.IsSilence(payload);
  incoming_.size = static_cast<std::uint16_t>(payload.size());
  std::ranges::copy(payload, incoming_.bytes.begin());

  switch (guard_.Judge(incoming_)) {
    case StreamGuard::Verdict::kHold:
      break;
    case StreamGuard::Verdict::kRestart:
      Restart();
      Admit(guard_.held());
      [[fallthrough]];
    case StreamGuard::Verdict::kAccept:
      Admit(incoming_);
  }
  return {.well_formed = true, .silence = incoming_.silence};
}

std::int64_t JitterBuffer::Unwrap(RtpTimestamp timestamp) const noexcept {
  return newest_timestamp_ + Distance(RtpTimestamp{static_cast<std::uint32_t>(newest_timestamp_)}, timestamp);
}

double JitterBuffer::Transit(Instant at, std::int64_t timestamp) const noexcept {
  return MsOf(at - epoch_) - static_cast<double>(timestamp) / kTicksPerMs;
}

void JitterBuffer::Restart() noexcept {
  stats_.packets_discarded += packets_.size();
  packets_.Clear();
  blocks_.Clear();
  line_.Clear();
  known_front_ = false;
  newest_sequence_ = std::numeric_limits<std::int64_t>::min();
  EnterFilling(true);
}

void JitterBuffer::Admit(const Packet& packet) noexcept {
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
  if (newest && state_ == State::kFilling && packets_.empty() && blocks_.empty()) delay_.StartSpeech(transit);
  delay_.Add(transit, newest);
  if (newest) NoteNewest(packet, transit);
  last_arrival_ = packet.arrival;

  const std::int64_t behind = next_sequence_ - packet.sequence;
  if (known_front_ && behind > 0) {
    const bool decoded = behind <= 64 && ((decoded_before_ >> (behind - 1)) & 1) != 0;
    ++(decoded ? stats_.packets_duplicate : stats_.packets_late);
    return;
  }
  if (packets_.Insert(packet) == PacketBuffer::Inserted::kBehind) ++stats_.packets_late;
}

void JitterBuffer::NoteNewest(const Packet& packet, double transit) noexcept {
  if (!packets_.empty() || !blocks_.empty() || state_ == State::kPlaying) MeasureJitter(transit);
  last_transit_ = transit;
  newest_sequence_ = packet.sequence;
  newest_timestamp_ = packet.timestamp;
}

void JitterBuffer::MeasureJitter(double transit) noexcept {
  const double difference = std::abs(transit - last_transit_);
  if (difference < kImplausible) stats_.jitter_ms += (difference - stats_.jitter_ms) / 16;
}

// ---- decoding, in stream order

void JitterBuffer::DecodeAhead(Instant now) noexcept {
  if (!known_front_) return;
  SpendCredit(now);
  while (DecodeNext()) {
  }
}

/// Concealment that was played while nothing was known turns into concealment of the packets that turn out to
/// be missing, and of late ones that are not worth the delay they would cost.
void JitterBuffer::SpendCredit(Instant now) noexcept {
  const bool may_skip = credit_ <= kMaxSkipped;
  for (const Packet* first = packets_.First(); credit_ > 0 && first; first = packets_.First()) {
    const std::int64_t missing = first->sequence - next_sequence_;
    if (missing > 0) {
      const std::int64_t each = (first->timestamp - front_timestamp_) / missing;
      if (each < 120 || each > static_cast<std::int64_t>(credit_)) return;
      ++stats_.packets_lost;
      front_timestamp_ += each;
      credit_ -= static_cast<std::size_t>(each);
      Advance(false);
    } else {
      if (!may_skip || first->samples > credit_ || !ShouldSkipLate(*first, now)) return;
      ++stats_.packets_late;
      ++stats_.packets_lost;
      front_timestamp_ = first->timestamp + first->samples;
      credit_ -= first->samples;
      packets_.Drop(next_sequence_);
      Advance(true);
    }
  }
}

bool JitterBuffer::ShouldSkipLate(const Packet& packet, Instant now) const noexcept {
  if (packet.timestamp - front_timestamp_ >= kPauseTicks) return false;
  const double excess = Transit(NextPull(now), packet.timestamp) - delay_.playout();
  return excess >= kTooLate && excess < kImplausible;
}

void JitterBuffer::Advance(bool decoded) noexcept {
  ++next_sequence_;
  decoded_before_ = (decoded_before_ << 1) | (decoded ? 1 : 0);
}

bool JitterBuffer::DecodeNext() noexcept {
  const Packet* packet = packets_.Find(next_sequence_);
  if (!packet || packet->samples > blocks_.room()) return false;
  const bool pause = packet->timestamp - front_timestamp_ >= kPauseTicks;
  if (pause && (state_ == State::kPlaying || !blocks_.empty())) return false;
  DecodePacket(*packet);
  packets_.Drop(next_sequence_);
  Advance(true);
  return true;
}

void JitterBuffer::DecodePacket(const Packet& packet) noexcept {
  frame_samples_ = packet.samples;
  front_timestamp_ = packet.timestamp + packet.samples;
  if (decoder_.Decode(packet.payload(), scratch_) != packet.samples) {
    ++stats_.packets_malformed;
    MakeUp(packet.samples);
    return;
  }
  silent_ = packet.silence;
  credit_ = 0;
  FadeBackIn(packet.samples);
  Emit(packet.samples, false, packet.arrival);
}

void JitterBuffer::Emit(std::size_t samples, bool made_up, Instant arrival) noexcept {
  blocks_.Append(std::span(scratch_).first(samples * kChannels), made_up, arrival);
}

void JitterBuffer::EmitSilence(std::size_t samples) noexcept {
  std::fill_n(scratch_.begin(), samples * kChannels, std::int16_t{0});
  Emit(samples, false, last_arrival_);
}

void JitterBuffer::FadeMadeUp(std::size_t samples) noexcept {
  for (std::size_t i = 0; i < samples; ++i) {
    gain_ = std::max(0.0F, gain_ - kFadePerSample);
    for (std::size_t c = 0; c < kChannels; ++c) {
      std::int16_t& value = scratch_[i * kChannels + c];
      value = static_cast<std::int16_t>(static_cast<float>(value) * gain_);
    }
  }
}

void JitterBuffer::FadeBackIn(std::size_t samples) noexcept {
  made_up_run_ = 0;
  if (gain_ >= 1) return;
  const std::size_t length = std::min(samples, kFadeInSamples);
  for (std::size_t i = 0; i < length; ++i) {
    const float gain = gain_ + (1 - gain_) * static_cast<float>(i) / static_cast<float>(length);
    for (std::size_t c = 0; c < kChannels; ++c) {
      std::int16_t& value = scratch_[i * kChannels + c];
      value = static_cast<std::int16_t>(static_cast<float>(value) * gain);
    }
  }
  gain_ = 1;
}

// ---- decode-ahead for callbacks

std::optional<DecodedBlock> JitterBuffer::TakeDecoded(Instant now) noexcept {
  if (state_ == State::kFilling && blocks_.empty())
    FindFront(now, std::max(floor_, Duration(kBlockDuration)));
  DecodeAhead(now);
  const auto offer = blocks_.NextOffer();
  if (!offer) return std::nullopt;
  Instant playout = NextPull(now);
  if (state_ == State::kPlaying) {
    playout += kBlockDuration * static_cast<std::int64_t>((line_.size() + offer->ahead) / kBlockSamples);
  } else {
    const std::int64_t start = front_timestamp_ - static_cast<std::int64_t>(blocks_.samples());
    const Duration wait = PlayoutOf(start) - playout;
    if (wait > Duration::zero())
      playout += kBlockDuration * ((wait + kBlockDuration - Duration(1)) / kBlockDuration);
    playout += kBlockDuration * static_cast<std::int64_t>(offer->ahead / kBlockSamples);
  }
  return DecodedBlock{.id = offer->block->id, .playout = playout, .samples = offer->block->samples};
}

void JitterBuffer::SetFloor(Duration floor) noexcept {
  floor_ = std::clamp(floor, Duration::zero(), Duration(milliseconds(200)));
  delay_.SetFloor(MsOf(floor_));
}

// ---- playout

BlockKind JitterBuffer::Pull(Instant now, std::span<std::int16_t, kBlockValues> out) noexcept {
  DecodeAhead(now);
  if (state_ == State::kFilling) TryStart(now);
  BlockKind kind = BlockKind::kSilence;
  if (state_ == State::kPlaying) {
    kind = Play(now, out);
  } else {
    std::ranges::fill(out, std::int16_t{0});
  }
  last_pull_ = now;
  pulled_ = true;
  return kind;
}

Instant JitterBuffer::NextPull(Instant now) const noexcept {
  return pulled_ ? std::max(now, last_pull_ + kBlockDuration) : now;
}

Instant JitterBuffer::PlayoutOf(std::int64_t timestamp) const noexcept {
  return epoch_ + DurationOf(delay_.playout() + static_cast<double>(timestamp) / kTicksPerMs);
}

void JitterBuffer::TryStart(Instant now) noexcept {
  if (blocks_.empty()) {
    if (!FindFront(now, Duration::zero())) return;
    state_ = State::kPlaying;
    DecodeAhead(now);
    return;
  }
  const std::int64_t start = front_timestamp_ - static_cast<std::int64_t>(blocks_.samples());
  if (now + milliseconds(1) >= PlayoutOf(start) || now - last_arrival_ >= kMaxWait) state_ = State::kPlaying;
}

/// Lets the oldest packet be the next to decode when its playout is at most `early` away.
bool JitterBuffer::FindFront(Instant now, Duration early) noexcept {
  const Packet* first = packets_.First();
  if (!first) return false;
  const bool due = now + milliseconds(1) >= PlayoutOf(first->timestamp) - early;
  if (!due && now - first->arrival < kMaxWait) return false;
  if (known_front_) stats_.packets_lost += static_cast<std::uint64_t>(first->sequence - next_sequence_);
  if (!known_front_ || first->sequence != next_sequence_) decoded_before_ = 0;
  known_front_ = true;
  next_sequence_ = first->sequence;
  front_timestamp_ = first->timestamp;
  return true;
}

void JitterBuffer::EnterFilling(bool reset_decoder) noexcept {
  state_ = State::kFilling;
  credit_ = 0;
  made_up_run_ = 0;
  gain_ = 1;
  raising_ = lowering_ = false;
  early_pulls_ = late_pulls_ = 0;
  unwilling_ = 0;
  silent_ = true;
  if (reset_decoder) decoder_.Reset();
}

BlockKind JitterBuffer::Play(Instant now, std::span<std::int16_t, kBlockValues> out) noexcept {
  const double excess = Excess(now);
  if (!Load(kBlockSamples, now)) return PlayRest(out);
  Judge(excess);
  const std::size_t removed = raising_ ? 0 : Shorten(now, excess, out);
  const std::size_t inserted = raising_ ? Lengthen(out) : 0;
  if (removed + inserted == 0) std::ranges::copy(line_.values().first(kBlockValues), out.begin());
  stats_.stretched_samples += removed + inserted;
  return Take(kBlockSamples + removed - inserted);
}

/// Decides slowly, so that a target that wavers does not make playout swing.
void JitterBuffer::Judge(double excess) noexcept {
  early_pulls_ = excess < kTooEarly ? early_pulls_ + 1 : 0;
  late_pulls_ = excess >= kTooLate ? late_pulls_ + 1 : 0;
  raising_ = raising_ ? excess < 0 : early_pulls_ >= kEarlyPatience;
  lowering_ = lowering_ ? excess >= kTooLate : late_pulls_ >= kLatePatience || excess >= kFarTooLate;
}

/// How many milliseconds later than necessary the next block will be loaded.
double JitterBuffer::Excess(Instant now) const noexcept {
  const std::int64_t next = front_timestamp_ - static_cast<std::int64_t>(blocks_.samples());
  const Instant load = now + kBlockDuration * static_cast<std::int64_t>(line_.size() / kBlockSamples);
  const double inside = std::max(0.0, kBlockMs - frame_samples_ / kTicksPerMs);
  const double excess = Transit(load, next) - inside - delay_.playout();
  return std::abs(excess) < kImplausible ? excess : 0;
}

bool JitterBuffer::Load(std::size_t samples, Instant now) noexcept {
  for (int i = 0; i < kMaxLoads && line_.size() < samples; ++i) {
    if (!LoadOne(now) && !Conceal(now)) return false;
  }
  return line_.size() >= samples;
}

bool JitterBuffer::LoadOne(Instant now) noexcept {
  const BlockQueue::Block* block = blocks_.Front();
  if (!block || line_.size() + kBlockSamples > PlayLine::kCapacity) return false;
  if (block->arrival_ns != 0) {
    const Instant arrival{Duration(block->arrival_ns)};
    const double waited = MsOf(now - arrival) + static_cast<double>(line_.size()) / kTicksPerMs;
    stats_.waiting_ms += (waited - stats_.waiting_ms) * kWaitingShare;
  }
  if (block->made_up < kBlockSamples) muted_ = block->muted;
  line_.Append(block->samples, block->made_up, muted_);
  blocks_.Pop();
  return true;
}

/// Nothing whole is decoded: brings the stream on by one step, or says that speech has ended.
bool JitterBuffer::Conceal(Instant now) noexcept {
  DecodeAhead(now);
  if (blocks_.Front()) return true;
  const Packet* next = packets_.First();
  if (!next) return ConcealUnknown(now);
  if (silent_ || next->sequence == next_sequence_) return EndSpeech(silent_);
  return ConcealGap(*next);
}

/// True when a last part block came out of it.
bool JitterBuffer::EndSpeech(bool reset_decoder) noexcept {
  if (blocks_.lacking() > 0) {
    EmitSilence(blocks_.lacking());
    return true;
  }
  EnterFilling(reset_decoder);
  return false;
}

bool JitterBuffer::ConcealUnknown(Instant now) noexcept {
  if (silent_ || now - last_arrival_ >= kEndOfSpeech) return EndSpeech(true);
  const std::size_t samples = blocks_.lacking() > 0 ? blocks_.lacking() : kBlockSamples;
  credit_ += samples;
  MakeUp(samples);
  return true;
}

bool JitterBuffer::ConcealGap(const Packet& next) noexcept {
  const std::int64_t missing = next.sequence - next_sequence_;
  const std::int64_t gap = next.timestamp - front_timestamp_;
  if (gap < 120 || made_up_run_ >= kMaxMadeUp) {  // nothing to fill, or too much
    stats_.packets_lost += static_cast<std::uint64_t>(missing);
    next_sequence_ = next.sequence;
    decoded_before_ = 0;
    if (gap < 120) {
      front_timestamp_ = next.timestamp;
      DecodeNext();
      return true;
    }
    return EndSpeech(true);
  }
  const std::int64_t each = std::clamp<std::int64_t>(gap / missing / 120 * 120, 120, frame_samples_);
  const auto samples = static_cast<std::size_t>(each);
  ++stats_.packets_lost;
  if (missing > 1 || each != gap || !Recover(next, samples)) MakeUp(samples);
  front_timestamp_ += each;
  Advance(false);
  return true;
}

bool JitterBuffer::Recover(const Packet& next, std::size_t samples) noexcept {
  if (!decoder_.HasRecovery(next.payload())) return false;
  if (decoder_.Recover(next.payload(), samples, scratch_) != samples) return false;
  ++stats_.fec_used;
  FadeBackIn(samples);
  Emit(samples, false, next.arrival);
  return true;
}

void JitterBuffer::MakeUp(std::size_t samples) noexcept {
  if (made_up_run_ >= kMaxMadeUp || decoder_.Conceal(samples, scratch_) != samples) {
    std::fill_n(scratch_.begin(), samples * kChannels, std::int16_t{0});
  }
  FadeMadeUp(samples);
  if (made_up_run_ < kMaxMadeUp) stats_.concealed_samples += samples;
  made_up_run_ += samples;
  Emit(samples, true, {});
}

BlockKind JitterBuffer::PlayRest(std::span<std::int16_t, kBlockValues> out) noexcept {
  const std::size_t rest = std::min(line_.size(), kBlockSamples);
  std::ranges::fill(out, std::int16_t{0});
  std::ranges::copy(line_.values().first(rest * kChannels), out.begin());
  const std::size_t fade = std::min(rest, kFadeOutSamples);
  for (std::size_t i = 0; i < fade * kChannels; ++i) {
    std::int16_t& value = out[rest * kChannels - 1 - i];
    value = static_cast<std::int16_t>(value * static_cast<int>(i / kChannels) / static_cast<int>(fade));
  }
  const BlockKind kind = Take(rest);
  line_.Clear();
  return rest > kBlockSamples / 2 ? kind : BlockKind::kSilence;
}

/// Removes what is in the line beyond this block: it costs delay and saves no packet, since packets are only
/// needed when a pull comes. Beyond that, removes whole ticks of excess.
std::size_t JitterBuffer::Shorten(Instant now, double excess,
                                  std::span<std::int16_t, kBlockValues> out) noexcept {
  std::size_t limit = line_.size() - kBlockSamples;
  if (lowering_ && limit < TimeStretcher::kMaxPeriod && LoadOne(now)) limit += kBlockSamples;
  limit = std::min({limit, line_.size() - kBlockSamples, TimeStretcher::kMaxPeriod});
  if (limit == 0) return 0;
  const std::size_t period = TimeStretcher::Shorten(line_.values(), limit, Strictness(excess), out);
  unwilling_ = period > 0 ? 0 : unwilling_ + 1;
  return period;
}

std::size_t JitterBuffer::Lengthen(std::span<std::int16_t, kBlockValues> out) noexcept {
  const std::size_t period =
      TimeStretcher::Lengthen(line_.values(), TimeStretcher::kMaxInserted, Strictness(0), out);
  unwilling_ = period > 0 ? 0 : unwilling_ + 1;
  return period;
}

/// High at first; a sound without any pitch must be cut in the end, and a large delay sooner.
float JitterBuffer::Strictness(double urgency) const noexcept {
  if (urgency > 100 || unwilling_ > 50) return 0.0F;
  if (urgency > 60 || unwilling_ > 25) return 0.5F;
  return 0.9F;
}

BlockKind JitterBuffer::Take(std::size_t samples) noexcept {
  const PlayLine::Share share = line_.ShareOf(samples);
  line_.Consume(samples);
  stats_.played_samples += samples;
  if (share.muted * 2 > samples) return BlockKind::kSilence;
  return share.made_up * 2 > samples ? BlockKind::kConcealed : BlockKind::kNormal;
}

JitterStats JitterBuffer::stats() const noexcept {
  JitterStats stats = stats_;
  stats.packets_discarded += packets_.pushed_out();
  if (delay_.empty()) return stats;
  stats.target_delay_ms = delay_.target();
  if (state_ == State::kPlaying) {
    const std::int64_t cursor =
        front_timestamp_ - static_cast<std::int64_t>(blocks_.samples() + line_.size());
    stats.current_delay_ms = Transit(last_pull_ + kBlockDuration, cursor) - delay_.fastest();
  }
  return stats;
}

}  // namespace sdkpp::jitter
