#include "decoder/sample_reader.h"

#include <utility>

namespace sdkpp::decoder {
namespace {

/// A stream that is nothing but damaged so far is given up.
constexpr std::uint64_t kMostBeforeSound = std::uint64_t{1} << 20;

}  // namespace

SampleReader::SampleReader(std::unique_ptr<SampleDecoder> decoder, double skip_ms)
    : decoder_(std::move(decoder)), samples_(skip_ms) {}

Progress SampleReader::Step(player::StreamFeed& feed) noexcept {
  if (!samples_.Flush()) return Progress::kNeedsRoom;
  return over_ ? End(feed) : Read(feed);
}

Progress SampleReader::Read(player::StreamFeed& feed) noexcept {
  const Decoded next = decoder_->Next();
  NoteLosses(feed);
  over_ = next.what == Decoding::kEnd || (!samples_.has_sound() && losses_.bytes > kMostBeforeSound);
  if (over_) return End(feed);
  if (next.what == Decoding::kNeedsBytes) return Progress::kNeedsBytes;
  if (next.what == Decoding::kFormat) samples_.SetForm(feed, decoder_->form());
  if (next.what == Decoding::kSamples) {
    samples_.Add(next.samples);
    (void)samples_.Flush();
  }
  return Progress::kWorked;
}

Progress SampleReader::End(player::StreamFeed& feed) noexcept {
  if (!samples_.has_sound()) feed.Refuse(refusal());
  return samples_.Finish() ? Progress::kOver : Progress::kNeedsRoom;
}

player::SourceRefusal SampleReader::refusal() const noexcept {
  const player::SourceRefusal known = decoder_->refusal();
  if (known != player::SourceRefusal::kNone) return known;
  return losses_.any() ? player::SourceRefusal::kDamaged : player::SourceRefusal::kEmpty;
}

void SampleReader::NoteLosses(player::StreamFeed& feed) noexcept {
  const bool any = losses_.any();
  losses_.bytes = decoder_->lost_bytes();
  if (!any) losses_.before = samples_.given();
  if (losses_.any()) feed.SetLosses(losses_);
}

}  // namespace sdkpp::decoder
