#include "decoder/flac_header.h"

#include <algorithm>
#include <string_view>
#include <utility>

#include "core/container/id3_tag.h"

namespace sdkpp::decoder {
namespace {

constexpr std::string_view kFlacMark = "fLaC";
constexpr std::size_t kBlockHeader = 4;
constexpr std::uint8_t kLastBlock = 0x80;
constexpr std::uint8_t kInfoBlock = 0;
/// A frame's header and checksums, at most.
constexpr std::size_t kAroundFrame = 18;

std::uint32_t U24(std::span<const std::uint8_t> bytes) noexcept {
  return std::uint32_t{bytes[0]} << 16 | std::uint32_t{bytes[1]} << 8 | bytes[2];
}

}  // namespace

FlacInfo FlacInfo::Parse(std::span<const std::uint8_t, kSdkppFlacInfoSize> data) noexcept {
  FlacInfo info;
  std::ranges::copy(data, info.bytes.begin());
  info.most_samples = std::uint32_t{data[2]} << 8 | data[3];
  info.most_bytes = U24(data.subspan(7));
  info.rate = U24(data.subspan(10)) >> 4;
  info.channels = (data[12] >> 1 & 7U) + 1;
  info.bits = ((data[12] & 1U) << 4 | data[13] >> 4) + 1;
  return info;
}

std::size_t FlacInfo::longest_frame() const noexcept {
  // a side channel has a bit more, and each channel a byte before it
  return kAroundFrame + channels * (4 + (std::size_t{most_samples} * (bits + 1) + 7) / 8);
}

std::size_t FlacHeader::Read(std::span<const std::uint8_t> bytes) noexcept {
  if (skip_ > 0) {
    const std::size_t passed = std::min(skip_, bytes.size());
    skip_ -= passed;
    return passed;
  }
  EndLastBlock();
  switch (stage_) {
    case Stage::kMark:
      return ReadMark(bytes);
    case Stage::kInfo:
      return ReadInfo(bytes);
    case Stage::kBlock:
      return ReadBlock(bytes);
    case Stage::kFrames:
    case Stage::kBad:
      break;
  }
  return 0;
}

std::size_t FlacHeader::Pass() noexcept {
  const std::size_t passed = std::exchange(skip_, 0);
  EndLastBlock();
  return passed;
}

void FlacHeader::EndLastBlock() noexcept {
  if (stage_ == Stage::kBlock && is_last_) stage_ = Stage::kFrames;
}

/// Taggers of MP3 files put their tag before it.
std::size_t FlacHeader::ReadMark(std::span<const std::uint8_t> bytes) noexcept {
  if (bytes.size() < container::kId3Header) return 0;
  if (const auto tag = container::Id3TagSize(bytes)) {
    skip_ = *tag - container::kId3Header;
    return container::kId3Header;
  }
  const auto mark = bytes.first(kFlacMark.size());
  const bool is_mark = std::ranges::equal(mark, kFlacMark, [](std::uint8_t byte, char letter) {
    return byte == static_cast<std::uint8_t>(letter);
  });
  stage_ = is_mark ? Stage::kInfo : Stage::kBad;
  return kFlacMark.size();
}

/// The first block has to be this one.
std::size_t FlacHeader::ReadInfo(std::span<const std::uint8_t> bytes) noexcept {
  if (bytes.size() < kBlockHeader + kSdkppFlacInfoSize) return 0;
  const bool is_info = (bytes[0] & ~kLastBlock) == kInfoBlock && U24(bytes.subspan(1)) == kSdkppFlacInfoSize;
  is_last_ = (bytes[0] & kLastBlock) != 0;
  info_ = FlacInfo::Parse(bytes.subspan<kBlockHeader, kSdkppFlacInfoSize>());
  // fewer samples in a frame are not allowed
  constexpr std::uint32_t kFewestSamples = 16;
  stage_ = is_info && info_.most_samples >= kFewestSamples && info_.bits >= 4 ? Stage::kBlock : Stage::kBad;
  return kBlockHeader + kSdkppFlacInfoSize;
}

std::size_t FlacHeader::ReadBlock(std::span<const std::uint8_t> bytes) noexcept {
  if (bytes.size() < kBlockHeader) return 0;
  is_last_ = (bytes[0] & kLastBlock) != 0;
  skip_ = U24(bytes.subspan(1));
  return kBlockHeader;
}

}  // namespace sdkpp::decoder
