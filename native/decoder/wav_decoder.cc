#include "decoder/wav_decoder.h"

namespace sdkpp::decoder {

Decoded WavDecoder::Next() noexcept {
  const container::WavDemuxed next = demuxer_.Next(values_);
  switch (next.what) {
    case container::WavDemuxing::kFormat:
      return {Decoding::kFormat};
    case container::WavDemuxing::kSamples:
      return {Decoding::kSamples,
              std::span(values_).first(next.frames * static_cast<std::size_t>(form().channels))};
    case container::WavDemuxing::kNeedsBytes:
      return {Decoding::kNeedsBytes};
    case container::WavDemuxing::kEnd:
      break;
  }
  over_ = true;
  return {Decoding::kEnd};
}

SampleForm WavDecoder::form() const noexcept {
  const container::WavFormat& format = demuxer_.format();
  return {.rate = format.rate, .channels = format.channels, .speakers = format.speakers};
}

player::SourceRefusal WavDecoder::refusal() const noexcept {
  const auto refusal = demuxer_.refusal();
  if (!refusal) return player::SourceRefusal::kNone;
  switch (refusal->error) {
    case container::WavError::kUnsupportedCodec:
    case container::WavError::kBadRate:
    case container::WavError::kBadChannels:
      return player::SourceRefusal::kCodec;
    case container::WavError::kNoData:
      return player::SourceRefusal::kEmpty;
    case container::WavError::kTooShort:
    case container::WavError::kNotWav:
    case container::WavError::kNoFormat:
    case container::WavError::kBadFormat:
      break;
  }
  return player::SourceRefusal::kDamaged;
}

}  // namespace sdkpp::decoder
