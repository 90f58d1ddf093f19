#include "decoder/flac_decoder.h"

#include <algorithm>
#include <utility>

#include "core/audio/resampler.h"

namespace sdkpp::decoder {
namespace {

/// For what stands before the frames.
constexpr std::size_t kHeaderWindow = 4096;
constexpr std::size_t kMostNeeded = std::size_t{1} << 20;

bool IsRate(std::uint32_t rate) noexcept {
  return rate >= audio::Resampler::kMinRate && rate <= audio::Resampler::kMaxRate;
}

/// The library takes its bytes in pieces.
std::size_t NeededFor(const FlacInfo& info) noexcept {
  const std::size_t longest = info.longest_frame();
  const std::size_t frame = info.most_bytes == 0 ? longest : std::min<std::size_t>(info.most_bytes, longest);
  return std::min(frame, kMostNeeded) + std::size_t{2} * kSdkppFlacTaken;
}

}  // namespace

FlacDecoder::FlacDecoder() : window_(kHeaderWindow) {}

Decoded FlacDecoder::Next() noexcept {
  if (refusal_ != player::SourceRefusal::kNone) return {Decoding::kEnd};
  if (!library_) return ReadHeader();
  return ready_ > 0 ? Give() : DecodeFrame();
}

Decoded FlacDecoder::ReadHeader() noexcept {
  const std::size_t read = header_.Read(window_.pending());
  window_.Drop(read);
  if (header_.is_bad()) return Refuse(player::SourceRefusal::kDamaged);
  if (header_.is_read()) return Begin();
  if (read > 0) return {Decoding::kWorks};
  if (!finished_) return {Decoding::kNeedsBytes};
  return Refuse(player::SourceRefusal::kDamaged);
}

Decoded FlacDecoder::Begin() noexcept {
  if (!IsRate(header_.info().rate)) return Refuse(player::SourceRefusal::kCodec);
  library_.reset(SdkppFlacCreate(header_.info().bytes.data()));
  if (!library_) return Refuse(player::SourceRefusal::kMemory);
  needed_ = NeededFor(header_.info());
  container::ByteWindow larger(needed_ + needed_ / 2);
  (void)larger.Write(window_.pending());
  window_ = std::move(larger);
  return {Decoding::kFormat};
}

Decoded FlacDecoder::DecodeFrame() noexcept {
  const auto pending = window_.pending();
  if (!finished_ && pending.size() < needed_) return {Decoding::kNeedsBytes};
  const auto bytes = pending.first(std::min(pending.size(), needed_));
  const bool is_all = finished_ && bytes.size() == pending.size();
  const SdkppFlacFrame frame = SdkppFlacDecode(library_.get(), bytes.data(), bytes.size(), is_all ? 1 : 0);
  window_.Drop(frame.bytes);
  ready_ = frame.samples;
  if (ready_ > 0) {
    lost_ += frame.damaged;
    return Give();
  }
  const bool over = is_all && frame.is_dry != 0 && window_.pending().empty();
  // bytes behind the last frame, such as tags, are no loss
  if (!over) lost_ += frame.damaged;
  return {over ? Decoding::kEnd : Decoding::kWorks};
}

Decoded FlacDecoder::Give() noexcept {
  const std::size_t channels = header_.info().channels;
  const auto samples = std::min(ready_, static_cast<std::uint32_t>(values_.size() / channels));
  SdkppFlacTake(library_.get(), values_.data(), samples);
  ready_ -= samples;
  return {Decoding::kSamples, std::span(values_).first(samples * channels)};
}

SampleForm FlacDecoder::form() const noexcept {
  return {.rate = static_cast<int>(header_.info().rate),
          .channels = static_cast<int>(header_.info().channels)};
}

Decoded FlacDecoder::Refuse(player::SourceRefusal refusal) noexcept {
  refusal_ = refusal;
  return {Decoding::kEnd};
}

}  // namespace sdkpp::decoder
