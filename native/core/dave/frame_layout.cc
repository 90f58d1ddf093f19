#include "core/dave/frame_layout.h"

#include <algorithm>

#include "core/base/byte_writer.h"
#include "core/dave/uleb128.h"

namespace sdkpp::dave {

namespace {

constexpr std::size_t kMarkerSize = 2;
constexpr std::uint8_t kMarkerByte = 0xfa;
/// The size of the supplement and the marker.
constexpr std::size_t kEndSize = 1 + kMarkerSize;
constexpr std::size_t kMinFrame = kTagSize + kEndSize;
constexpr std::size_t kMaxSupplement = 255;

}  // namespace

bool IsSilence(std::span<const std::uint8_t> frame) noexcept { return std::ranges::equal(frame, kSilence); }

std::optional<ClearRange> ClearRangeReader::Next() noexcept {
  if (!ok_ || in_.remaining() == 0) return std::nullopt;
  const auto range = Read();
  ok_ = range.has_value();
  return range;
}

std::optional<ClearRange> ClearRangeReader::Read() noexcept {
  const auto offset = ReadUleb128(in_);
  if (!offset || offset->overflow || offset->value < end_ || offset->value > body_size_) return std::nullopt;
  const auto size = ReadUleb128(in_);
  if (!size || size->overflow || size->value > body_size_ - offset->value) return std::nullopt;
  end_ = static_cast<std::size_t>(offset->value + size->value);
  return ClearRange{static_cast<std::size_t>(offset->value), static_cast<std::size_t>(size->value)};
}

Result<FrameLayout, FrameError> ParseFrame(std::span<const std::uint8_t> frame) noexcept {
  if (frame.size() < kMinFrame) return FrameError::kTooShort;
  if (frame.back() != kMarkerByte || frame[frame.size() - 2] != kMarkerByte) return FrameError::kNoMarker;
  const std::size_t supplement = frame[frame.size() - kEndSize];
  if (supplement < kMinFrame || supplement > frame.size()) return FrameError::kBadSupplementSize;

  FrameLayout layout;
  layout.body = frame.first(frame.size() - supplement);
  layout.tag = frame.subspan(layout.body.size(), kTagSize);
  ByteReader in(frame.subspan(layout.body.size() + kTagSize, supplement - kMinFrame));
  const auto nonce = ReadUleb128(in);
  if (!nonce) return FrameError::kBadNonce;
  layout.nonce = static_cast<std::uint32_t>(nonce->value);
  layout.range_table = in.Rest();

  ClearRangeReader ranges = layout.ranges();
  while (const auto range = ranges.Next()) layout.clear_size += range->size;
  if (!ranges.ok()) return FrameError::kBadRanges;
  return layout;
}

std::size_t WriteTrailer(std::span<std::uint8_t> out, std::uint32_t nonce,
                         std::span<const ClearRange> ranges) noexcept {
  ByteWriter trailer(out);
  WriteUleb128(trailer, nonce);
  for (const ClearRange& range : ranges) {
    WriteUleb128(trailer, range.offset);
    WriteUleb128(trailer, range.size);
  }
  const std::size_t supplement = kTagSize + trailer.size() + kEndSize;
  trailer.U8(static_cast<std::uint8_t>(supplement));
  trailer.U8(kMarkerByte);
  trailer.U8(kMarkerByte);
  return trailer.ok() && supplement <= kMaxSupplement ? trailer.size() : 0;
}

}  // namespace sdkpp::dave
