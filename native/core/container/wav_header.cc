#include "core/container/wav_header.h"

#include <algorithm>
#include <utility>

#include "core/base/byte_reader.h"

namespace sdkpp::container {
namespace {

constexpr std::uint32_t kRiff = 0x52494646;
constexpr std::uint32_t kRf64 = 0x52463634;
constexpr std::uint32_t kBw64 = 0x42573634;
constexpr std::uint32_t kWave = 0x57415645;
constexpr std::uint32_t kDs64 = 0x64733634;
constexpr std::uint32_t kFmt = 0x666D7420;
constexpr std::uint32_t kData = 0x64617461;
constexpr std::size_t kChunkHeader = 8;
constexpr std::size_t kSizesOfDs64 = 16;
/// A writer that does not know the size yet, and may never return, writes the field's maximum, or half of it.
constexpr std::uint32_t kNeverWritten = 0x7FFF'0000;
constexpr std::uint32_t kSizeElsewhere = 0xFFFF'FFFF;

}  // namespace

std::size_t WavHeader::Write(std::span<const std::uint8_t> bytes) noexcept {
  const std::size_t before = bytes.size();
  while (stage_ < Stage::kSamples && !bytes.empty()) {
    const std::uint64_t wanted = skip_ > 0 ? skip_ : needed_ - have_;
    const auto some = bytes.first(static_cast<std::size_t>(std::min<std::uint64_t>(wanted, bytes.size())));
    bytes = bytes.subspan(some.size());
    if (skip_ > 0) {
      skip_ -= some.size();
      continue;
    }
    std::ranges::copy(some, part_.begin() + static_cast<std::ptrdiff_t>(have_));
    have_ += some.size();
    if (have_ == needed_) Read();
  }
  size_ += before - bytes.size();
  return before - bytes.size();
}

void WavHeader::Finish() noexcept {
  if (stage_ == Stage::kFormat) Read();
  if (stage_ == Stage::kRiff) Refuse({WavError::kTooShort});
  if (stage_ < Stage::kSamples) Refuse({has_format_ ? WavError::kNoData : WavError::kNoFormat});
}

void WavHeader::Need(Stage stage, std::size_t bytes) noexcept {
  stage_ = stage;
  needed_ = bytes;
  have_ = 0;
}

void WavHeader::Refuse(WavRefusal refusal) noexcept {
  stage_ = Stage::kOver;
  refusal_ = refusal;
}

void WavHeader::Read() noexcept {
  const auto bytes = std::span<const std::uint8_t>(part_).first(have_);
  skip_ = std::exchange(rest_, 0);
  switch (stage_) {
    case Stage::kRiff:
      return ReadRiff(bytes);
    case Stage::kChunk:
      return ReadChunk(bytes);
    case Stage::kFormat:
      return ReadFormat(bytes);
    case Stage::kLongSizes:
      long_data_ = ByteReader(bytes.subspan(kSizesOfDs64 / 2)).U64Le();
      return Need(Stage::kChunk, kChunkHeader);
    case Stage::kSamples:
    case Stage::kOver:
      return;
  }
}

void WavHeader::ReadRiff(std::span<const std::uint8_t> bytes) noexcept {
  ByteReader reader(bytes);
  const std::uint32_t riff = reader.U32();
  riff_ = reader.U32Le();
  const bool is_known = riff == kRiff || riff == kRf64 || riff == kBw64;
  if (!is_known || reader.U32() != kWave) return Refuse({WavError::kNotWav});
  Need(Stage::kChunk, kChunkHeader);
}

void WavHeader::ReadChunk(std::span<const std::uint8_t> bytes) noexcept {
  ByteReader reader(bytes);
  const std::uint32_t name = reader.U32();
  const std::uint32_t size = reader.U32Le();
  if (name == kData) {
    claimed_ = size;
    if (!has_format_) return Refuse({WavError::kNoFormat});
    return Need(Stage::kSamples, 0);
  }
  if (name == kFmt && size == 0) return Refuse({WavError::kBadFormat});
  std::size_t read = 0;
  if (name == kFmt) read = std::min<std::size_t>(size, kMostOfFormat);
  if (name == kDs64 && size >= kSizesOfDs64) read = kSizesOfDs64;
  Need(Stage::kChunk, kChunkHeader);
  if (read > 0) Need(name == kFmt ? Stage::kFormat : Stage::kLongSizes, read);
  // chunks begin at even places
  rest_ = std::uint64_t{size} + size % 2 - read;
  if (read == 0) skip_ = std::exchange(rest_, 0);
}

void WavHeader::ReadFormat(std::span<const std::uint8_t> bytes) noexcept {
  const auto parsed = ParseWavFormat(bytes);
  if (!parsed) return Refuse(parsed.error());
  format_ = *parsed;
  has_format_ = true;
  Need(Stage::kChunk, kChunkHeader);
}

/// A size of 0 was never written, unless the file says that it ends there.
std::optional<std::uint64_t> WavHeader::samples(std::optional<std::uint64_t> total) const noexcept {
  if (claimed_ == kSizeElsewhere && long_data_ > 0) return long_data_;
  if (claimed_ >= kNeverWritten) return std::nullopt;
  if (claimed_ > 0) return claimed_;
  const std::uint64_t end = riff_ + std::uint64_t{8};
  const bool ends_there = total ? end == *total : end > size_ && riff_ < kNeverWritten;
  return ends_there ? std::optional<std::uint64_t>(0) : std::nullopt;
}

}  // namespace sdkpp::container
