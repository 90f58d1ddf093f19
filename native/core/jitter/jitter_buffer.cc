#include "core/jitter/jitter_buffer.h"

#include <algorithm>
#include <cmath>

#include "core/base/field_reader.h"
#include "core/base/field_writer.h"
#include "core/jitter/time_stretcher.h"
#include "core/jitter/timing.h"

namespace sdkpp::jitter {
namespace {

using std::chrono::milliseconds;

constexpr std::size_t kFadeOutSamples = 120;
constexpr double kWaitingShare = 0.01;
constexpr int kMaxLoads = 16;

Duration Blocks(std::size_t samples) noexcept {
  return kBlockDuration * static_cast<std::int64_t>(samples / kBlockSamples);
}

}  // namespace

JitterBuffer::JitterBuffer(FrameDecoder& decoder)
    : codec_(decoder), arrival_(stats_), stream_(decoder, arrival_, stats_) {}

Insertion JitterBuffer::Insert(Instant now, ExtendedSequence sequence, RtpTimestamp timestamp,
                               std::span<const std::uint8_t> payload) noexcept {
  const std::size_t samples = payload.size() <= Packet::kMaxBytes ? codec_.Samples(payload) : 0;
  if (samples == 0) {
    ++stats_.packets_malformed;
    return {};
  }
  ++stats_.packets_received;
  const bool silence = codec_.IsSilence(payload);
  switch (arrival_.Take(now, {sequence, timestamp, payload, samples, silence})) {
    case StreamGuard::Verdict::kHold:
      break;
    case StreamGuard::Verdict::kRestart:
      Restart();
      arrival_.AdmitHeld(stream_.front(), quiet());
      [[fallthrough]];
    case StreamGuard::Verdict::kAccept:
      arrival_.Admit(stream_.front(), quiet());
  }
  return {.well_formed = true, .silence = silence};
}

void JitterBuffer::StartOver() noexcept {
  arrival_.ExpectNewStream();
  Restart();
}

void JitterBuffer::Restart() noexcept {
  arrival_.Restart();
  stream_.Restart();
  line_.Clear();
  pace_.Reset();
  state_ = State::kFilling;
}

std::optional<DecodedBlock> JitterBuffer::TakeDecoded(Instant now) noexcept {
  const Instant next_pull = NextPull(now);
  if (quiet()) stream_.FindFront(now, std::max(floor_, Duration(kBlockDuration)));
  stream_.DecodeAhead(NextLoad(now), playing());
  const auto offer = stream_.blocks().NextOffer();
  if (!offer) return std::nullopt;
  Instant playout = next_pull;
  if (playing()) {
    playout += Blocks(line_.size() + offer->ahead);
  } else {
    const Duration wait = arrival_.PlayoutOf(stream_.start()) - playout;
    if (wait > Duration::zero())
      playout += kBlockDuration * ((wait + kBlockDuration - Duration(1)) / kBlockDuration);
    playout += Blocks(offer->ahead);
  }
  return DecodedBlock{.id = offer->block->id, .playout = playout, .samples = offer->block->samples};
}

void JitterBuffer::SetFloor(Duration floor) noexcept {
  floor_ = std::clamp(floor, Duration::zero(), Duration(milliseconds(200)));
  arrival_.SetFloor(MsOf(floor_));
}

BlockKind JitterBuffer::Pull(Instant now, std::span<float, kBlockValues> out, BlockReview* review) noexcept {
  review_ = review;
  stream_.Refill();
  stream_.DecodeAhead(NextLoad(now), playing());
  if (!playing()) TryStart(now);
  BlockKind kind = BlockKind::kSilence;
  if (playing()) {
    kind = Play(now, out);
  } else {
    std::ranges::fill(out, 0.0F);
  }
  last_pull_ = now;
  return kind;
}

Instant JitterBuffer::NextPull(Instant now) const noexcept {
  return last_pull_ ? std::max(now, *last_pull_ + kBlockDuration) : now;
}

Instant JitterBuffer::NextLoad(Instant now) const noexcept { return NextPull(now) + Blocks(line_.size()); }

void JitterBuffer::TryStart(Instant now) noexcept {
  if (stream_.blocks().empty()) {
    if (!stream_.FindFront(now, Duration::zero())) return;
    state_ = State::kPlaying;
    stream_.DecodeAhead(NextLoad(now), true);
    return;
  }
  const bool due = now + milliseconds(1) >= arrival_.PlayoutOf(stream_.start());
  if (due || now - arrival_.last_arrival() >= kMaxWait) state_ = State::kPlaying;
}

BlockKind JitterBuffer::Play(Instant now, std::span<float, kBlockValues> out) noexcept {
  const double excess = Excess(now);
  const bool loaded = Load(kBlockSamples, now);
  const std::int64_t from = stream_.likely_start() - static_cast<std::int64_t>(line_.size());
  pulled_from_ = RtpTimestamp(static_cast<std::uint32_t>(from));
  if (!loaded) return PlayRest(out);
  pace_.Update(excess);
  const std::size_t removed = pace_.raising() ? 0 : Shorten(now, excess, out);
  const std::size_t inserted = pace_.raising() ? Lengthen(out) : 0;
  if (removed + inserted == 0) std::ranges::copy(line_.values().first(kBlockValues), out.begin());
  stats_.stretched_samples += removed + inserted;
  return Take(kBlockSamples + removed - inserted);
}

/// How many milliseconds later than necessary the next block will be loaded.
double JitterBuffer::Excess(Instant now) const noexcept {
  const double inside = std::max(0.0, kBlockMs - stream_.frame_samples() / kTicksPerMs);
  const Instant load = now + Blocks(line_.size());
  return arrival_.Transit(load, stream_.start()) - inside - arrival_.delay().playout();
}

bool JitterBuffer::Load(std::size_t samples, Instant now) noexcept {
  for (int i = 0; i < kMaxLoads && line_.size() < samples; ++i) {
    if (LoadOne(now) || stream_.Conceal(now, NextLoad(now))) continue;
    state_ = State::kFilling;
    pace_.Reset();
    return false;
  }
  return line_.size() >= samples;
}

bool JitterBuffer::LoadOne(Instant now) noexcept {
  BlockQueue::Block* block = stream_.blocks().Front();
  if (!block || line_.size() + kBlockSamples > PlayLine::kCapacity) return false;
  if (block->arrival_ns != 0) {
    const Instant arrival{Duration(block->arrival_ns)};
    const double waited = MsOf(now - arrival) + static_cast<double>(line_.size()) / kTicksPerMs;
    stats_.added_delay_ms += (waited - stats_.added_delay_ms) * kWaitingShare;
  }
  line_.Append(block->samples, block->made_up, IsMuted(*block), block->begin);
  stream_.blocks().Pop();
  return true;
}

/// Concealment sounds like the speech before it, so it is as silent as that.
bool JitterBuffer::IsMuted(BlockQueue::Block& block) noexcept {
  const bool may_be_heard = review_ == nullptr || review_->Settle(block);
  if (block.made_up < kBlockSamples) muted_ = block.muted || !may_be_heard;
  return muted_ || !may_be_heard;
}

/// Loads a block that is not due yet.
bool JitterBuffer::LoadEarly(Instant now) noexcept {
  const BlockQueue::Block* block = stream_.blocks().Front();
  return block && (review_ == nullptr || review_->IsReady(*block)) && LoadOne(now);
}

BlockKind JitterBuffer::PlayRest(std::span<float, kBlockValues> out) noexcept {
  const std::size_t rest = std::min(line_.size(), kBlockSamples);
  std::ranges::fill(out, 0.0F);
  std::ranges::copy(line_.values().first(rest * kChannels), out.begin());
  const std::size_t fade = std::min(rest, kFadeOutSamples);
  for (std::size_t i = 0; i < fade * kChannels; ++i) {
    const std::size_t left = i / kChannels;  // samples per channel
    out[rest * kChannels - 1 - i] *= static_cast<float>(left) / static_cast<float>(fade);
  }
  const BlockKind kind = Take(rest);
  line_.Clear();
  return rest > kBlockSamples / 2 ? kind : BlockKind::kSilence;
}

/// Removes what is in the line beyond this block: it costs delay and saves no packet, since packets are only
/// needed when a pull comes. Beyond that, removes whole ticks of excess.
std::size_t JitterBuffer::Shorten(Instant now, double excess, std::span<float, kBlockValues> out) noexcept {
  std::size_t limit = line_.size() - kBlockSamples;
  if (pace_.lowering() && limit < TimeStretcher::kMaxPeriod && LoadEarly(now)) limit += kBlockSamples;
  limit = std::min({limit, line_.size() - kBlockSamples, TimeStretcher::kMaxPeriod});
  if (limit == 0) return 0;
  const std::size_t period = TimeStretcher::Shorten(line_.values(), limit, pace_.Strictness(excess), out,
                                                    PlayoutPace::LeastPeriod(excess, limit));
  pace_.Note(period > 0);
  return period;
}

std::size_t JitterBuffer::Lengthen(std::span<float, kBlockValues> out) noexcept {
  const std::size_t period =
      TimeStretcher::Lengthen(line_.values(), TimeStretcher::kMaxInserted, pace_.Strictness(0), out);
  pace_.Note(period > 0);
  return period;
}

BlockKind JitterBuffer::Take(std::size_t samples) noexcept {
  const PlayLine::Share share = line_.ShareOf(samples);
  line_.Consume(samples);
  stats_.played_samples += samples;
  if (share.muted * 2 > samples) return BlockKind::kSilence;
  return share.made_up * 2 > samples ? BlockKind::kConcealed : BlockKind::kNormal;
}

JitterStats JitterBuffer::stats() const noexcept {
  const DelayEstimator& delay = arrival_.delay();
  JitterStats stats = stats_;
  stats.packets_discarded += arrival_.packets().pushed_out();
  if (delay.empty()) return stats;
  stats.target_delay_ms = delay.target();
  if (playing() && last_pull_) {
    const std::int64_t cursor = stream_.start() - static_cast<std::int64_t>(line_.size());
    stats.current_delay_ms = arrival_.Transit(*last_pull_ + kBlockDuration, cursor) - delay.fastest();
  }
  return stats;
}

struct JitterBuffer::Fields {
  static constexpr Field kArrival{1, "arrival"};
  static constexpr Field kStream{2, "stream"};
  static constexpr Field kPlaying{3, "playing"};
  static constexpr Field kMuted{4, "muted"};
};

void JitterBuffer::Save(FieldWriter& out) const noexcept {
  const StreamPlace from = line_.begin().value_or(stream_.begin());
  out.Part(Fields::kArrival, arrival_);
  out.Record(Fields::kStream, [&](FieldWriter& record) noexcept { stream_.Save(record, from, !quiet()); });
  out.Number(Fields::kPlaying, playing());
  out.Number(Fields::kMuted, muted_);
}

void JitterBuffer::Restore(FieldReader& in) noexcept {
  FieldReader arrival = in.Record(Fields::kArrival);
  arrival_.Restore(arrival, codec_);
  in.Part(Fields::kStream, stream_);
  const bool is_playing = in.Number<bool>(Fields::kPlaying);
  if (is_playing && !stream_.front().known()) in.Refuse(Fields::kPlaying);
  state_ = is_playing ? State::kPlaying : State::kFilling;
  muted_ = in.Number<bool>(Fields::kMuted);
  arrival_.SetFloor(MsOf(floor_));
}

}  // namespace sdkpp::jitter
