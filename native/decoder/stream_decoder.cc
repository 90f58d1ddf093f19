#include "decoder/stream_decoder.h"

#include <cmath>
#include <utility>

#include "core/base/audio_format.h"
#include "core/base/result.h"
#include "core/container/ogg_demuxer.h"
#include "core/container/stream_kind.h"
#include "core/container/webm_demuxer.h"
#include "decoder/flac_decoder.h"
#include "decoder/mp3_decoder.h"
#include "decoder/packet_reader.h"
#include "decoder/sample_reader.h"
#include "decoder/wav_decoder.h"

namespace sdkpp::decoder {
namespace {

using container::StreamKind;

using Reader = std::unique_ptr<StreamReader>;

Reader PacketsOf(std::unique_ptr<container::Demuxer> demuxer, double skip_ms) {
  const auto skip = static_cast<std::uint64_t>(std::llround(skip_ms * kSamplesPerMs));
  return std::make_unique<PacketReader>(std::move(demuxer), skip);
}

Reader SamplesOf(std::unique_ptr<SampleDecoder> decoder, double skip_ms) {
  return std::make_unique<SampleReader>(std::move(decoder), skip_ms);
}

Result<Reader, player::SourceRefusal> ReaderOf(StreamKind kind, double skip_ms) {
  switch (kind) {
    case StreamKind::kOgg:
      return PacketsOf(std::make_unique<container::OggDemuxer>(), skip_ms);
    case StreamKind::kMatroska:
      return PacketsOf(std::make_unique<container::WebmDemuxer>(), skip_ms);
    case StreamKind::kWav:
      return SamplesOf(std::make_unique<WavDecoder>(), skip_ms);
    case StreamKind::kMp3: {
      auto decoder = Mp3Decoder::Create();
      if (!decoder) return player::SourceRefusal::kMemory;
      return SamplesOf(std::make_unique<Mp3Decoder>(std::move(*decoder)), skip_ms);
    }
    case StreamKind::kFlac:
      return SamplesOf(std::make_unique<FlacDecoder>(), skip_ms);
    case StreamKind::kUnknown:
    case StreamKind::kOther:
      break;
  }
  return player::SourceRefusal::kKind;
}

}  // namespace

Progress StreamDecoder::Step() noexcept {
  if (feed_->abandoned()) return Progress::kOver;
  if (!reader_) return Begin();
  const Progress progress = reader_->Step(*feed_);
  if (progress == Progress::kNeedsBytes) return Give();
  if (progress == Progress::kOver) feed_->End();
  return progress;
}

Progress StreamDecoder::Begin() noexcept {
  const bool finished = feed_->finished();
  const auto start = feed_->bytes().Front();
  const auto kind = container::KindOf(start, finished);
  if (!kind) return Progress::kNeedsBytes;
  if (start.empty()) return Refuse(player::SourceRefusal::kEmpty);
  auto reader = ReaderOf(kind->kind, feed_->skip_ms());
  if (!reader) return Refuse(reader.error());
  reader_ = std::move(*reader);
  return Progress::kWorked;
}

/// Bytes to the reader.
Progress StreamDecoder::Give() noexcept {
  const bool finished = feed_->finished();
  const auto bytes = feed_->bytes().Front();
  if (!bytes.empty()) {
    feed_->bytes().Drop(reader_->Write(bytes));
    return Progress::kWorked;
  }
  if (!finished || std::exchange(is_told_, true)) return Progress::kNeedsBytes;
  reader_->Finish();
  return Progress::kWorked;
}

Progress StreamDecoder::Refuse(player::SourceRefusal refusal) noexcept {
  feed_->Refuse(refusal);
  feed_->End();
  return Progress::kOver;
}

}  // namespace sdkpp::decoder
