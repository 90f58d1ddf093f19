#include "decoder/stream_decoder.h"

#include <utility>

#include "core/base/audio_format.h"
#include "core/container/ogg_demuxer.h"
#include "core/container/stream_kind.h"
#include "core/container/webm_demuxer.h"
#include "decoder/packet_reader.h"

namespace sdkpp::decoder {
namespace {

using container::StreamKind;

constexpr std::uint64_t kSamplesPerMs = kSampleRate / 1000;

/// nullptr for a kind that has none.
std::unique_ptr<StreamReader> ReaderOf(StreamKind kind, std::uint32_t skip_ms) {
  switch (kind) {
    case StreamKind::kOgg:
      return std::make_unique<PacketReader>(std::make_unique<container::OggDemuxer>(),
                                            skip_ms * kSamplesPerMs);
    case StreamKind::kMatroska:
      return std::make_unique<PacketReader>(std::make_unique<container::WebmDemuxer>(),
                                            skip_ms * kSamplesPerMs);
    case StreamKind::kWav:
    case StreamKind::kMp3:
    case StreamKind::kFlac:
    case StreamKind::kUnknown:
    case StreamKind::kOther:
      break;
  }
  return nullptr;
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
  reader_ = ReaderOf(kind->kind, skip_ms_);
  return reader_ ? Progress::kWorked : Refuse(player::SourceRefusal::kKind);
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
