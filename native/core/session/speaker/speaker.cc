#include "core/session/speaker/speaker.h"

#include <algorithm>
#include <utility>

#include "core/opus/decoder.h"
#include "core/opus/packet.h"

namespace sdkpp::session {
namespace {

/// Where the codec meets the jitter buffer.
class OpusFrameDecoder final : public jitter::FrameDecoder {
 public:
  explicit OpusFrameDecoder(opus::Decoder decoder) noexcept : decoder_(std::move(decoder)) {}

  std::size_t Samples(std::span<const std::uint8_t> payload) const noexcept override {
    const auto samples = opus::PacketSamples(payload);
    return samples ? *samples : 0;
  }
  bool IsSilence(std::span<const std::uint8_t> payload) const noexcept override {
    return opus::IsSilenceFrame(payload);
  }
  bool HasRecovery(std::span<const std::uint8_t> payload) const noexcept override {
    return opus::HasRecovery(payload);
  }
  std::size_t Decode(std::span<const std::uint8_t> payload, std::span<float> out) noexcept override {
    return decoder_.Decode(payload, out);
  }
  std::size_t Recover(std::span<const std::uint8_t> following, std::size_t samples,
                      std::span<float> out) noexcept override {
    return decoder_.Recover(following, samples, out);
  }
  std::size_t Conceal(std::size_t samples, std::span<float> out) noexcept override {
    return decoder_.Conceal(samples, out);
  }
  void Reset() noexcept override { decoder_.Reset(); }

 private:
  opus::Decoder decoder_;
};

}  // namespace

std::unique_ptr<Speaker> Speaker::Create() {
  auto decoder = opus::Decoder::Create();
  if (!decoder) return nullptr;
  return CreateWith(std::make_unique<OpusFrameDecoder>(std::move(*decoder)));
}

std::unique_ptr<Speaker> Speaker::CreateWith(std::unique_ptr<jitter::FrameDecoder> decoder) {
  return std::unique_ptr<Speaker>(new Speaker(std::move(decoder)));
}

Speaker::Speaker(std::unique_ptr<jitter::FrameDecoder> decoder)
    : decoder_(std::move(decoder)), jitter_(*decoder_) {}

void Speaker::SetHeard(bool heard) noexcept {
  if (heard == heard_) return;
  heard_ = heard;
  StartOver();
}

std::size_t Speaker::DecodeApart(std::span<const std::uint8_t> payload, std::span<float> out) noexcept {
  return heard_ ? 0 : decoder_->Decode(payload, out);
}

void Speaker::StartOver() noexcept {
  jitter_.StartOver();
  tally_.StartOver();
}

void Speaker::Insert(Instant now, ExtendedSequence sequence, RtpTimestamp timestamp,
                     std::span<const std::uint8_t> payload) noexcept {
  if (!heard_) return Count(now, sequence, timestamp, payload);
  decoded_ = true;
  const jitter::Insertion insertion = jitter_.Insert(now, sequence, timestamp, payload);
  if (!insertion.well_formed) return;
  speaking_.OnPacket(now, insertion.silence);
}

void Speaker::Count(Instant now, ExtendedSequence sequence, RtpTimestamp timestamp,
                    std::span<const std::uint8_t> payload) noexcept {
  if (decoder_->Samples(payload) == 0) return;
  tally_.Add(now, sequence, timestamp);
  speaking_.OnPacket(now, decoder_->IsSilence(payload));
}

std::optional<DecodedBlock> Speaker::TakeDecoded(Instant now) noexcept {
  return heard_ ? jitter_.TakeDecoded(now) : std::nullopt;
}

jitter::BlockQueue::Block* Speaker::FindBlock(std::uint32_t id) noexcept { return jitter_.FindBlock(id); }

BlockKind Speaker::Pull(Instant now, std::span<float, kBlockValues> out,
                        jitter::BlockReview* review) noexcept {
  speaking_.OnTick(now);
  if (heard_) return jitter_.Pull(now, out, review);
  std::ranges::fill(out, 0.0F);
  return BlockKind::kSilence;
}

void Speaker::SetPlayoutFloor(Duration floor) noexcept { jitter_.SetFloor(floor); }

bool Speaker::audible() const noexcept { return speaking_.is_speaking(); }

SpeakerStats Speaker::stats() const noexcept {
  // a jitter buffer that was never used is out of the caches, and counted nothing
  SpeakerStats stats = decoded_ ? jitter_.stats() : SpeakerStats();
  tally_.AddTo(stats);
  return stats;
}

}  // namespace sdkpp::session
