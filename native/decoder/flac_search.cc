#include "decoder/flac_search.h"

#include <algorithm>
#include <array>

namespace sdkpp::decoder {
namespace {

/// What stands before the frames are few blocks; pictures are passed over without their bytes.
constexpr unsigned kMostLooks = 8;
constexpr std::size_t kLook = 16'384;
constexpr std::uint8_t kSyncByte = 0xFF;
constexpr double kMsPerSecond = 1000;

std::size_t NextSync(std::span<const std::uint8_t> bytes, std::size_t from) noexcept {
  const auto found = std::find(bytes.begin() + static_cast<std::ptrdiff_t>(from), bytes.end(), kSyncByte);
  return static_cast<std::size_t>(found - bytes.begin());
}

/// Of a stream with that one block before its frames. How long it is, and its sum, are those of the whole.
std::vector<std::uint8_t> HeadOf(const FlacInfo& info) {
  constexpr std::array<std::uint8_t, 8> kBegin{'f', 'L', 'a', 'C', 0x80, 0, 0, kSdkppFlacInfoSize};
  constexpr std::size_t kLengthAt = 13;
  std::vector<std::uint8_t> head(kBegin.begin(), kBegin.end());
  head.insert(head.end(), info.bytes.begin(), info.bytes.begin() + kLengthAt);
  head.push_back(info.bytes[kLengthAt] & 0xF0U);
  head.resize(kBegin.size() + kSdkppFlacInfoSize);
  return head;
}

}  // namespace

FlacSearch::FlacSearch(std::span<const std::uint8_t> start, std::uint64_t size, std::uint32_t start_ms)
    : size_(size), start_ms_(start_ms) {
  ReadBeginning(start);
}

std::optional<WantedBytes> FlacSearch::Wanted() const noexcept {
  if (is_over_) return std::nullopt;
  if (bisection_) return bisection_->Wanted();
  return WantedBytes{.position = read_, .size = kLook};
}

void FlacSearch::Give(std::span<const std::uint8_t> bytes) {
  if (!bisection_) return ReadBeginning(bytes);
  bisection_->Give(LandmarksIn(bytes));
}

void FlacSearch::ReadBeginning(std::span<const std::uint8_t> bytes) {
  bytes = ReadHeader(bytes);
  if (header_.is_read()) ReadFirst(bytes);
  const bool has_more = !header_.is_bad() && read_ < size_ && looks_++ < kMostLooks;
  if (!bisection_ && !has_more) is_over_ = true;
}

/// What is left is behind it.
std::span<const std::uint8_t> FlacSearch::ReadHeader(std::span<const std::uint8_t> bytes) noexcept {
  std::size_t read = header_.Read(bytes);
  for (; read > 0; read = header_.Read(bytes)) {
    bytes = bytes.subspan(read);
    read_ += read;
  }
  read_ += header_.Pass();
  return bytes;
}

/// It says whether the others count samples or frames, and from where on.
void FlacSearch::ReadFirst(std::span<const std::uint8_t> bytes) noexcept {
  const FlacInfo& info = header_.info();
  const auto first = ParseFlacFrame(bytes, info);
  if (first && info.rate > 0) {
    first_ = *first;
    bisection_.emplace(read_, size_, std::int64_t{start_ms_} * info.rate / 1000);
  }
  is_over_ = !bisection_ && bytes.size() >= kMostFlacFrameHeader;
}

std::vector<Landmark> FlacSearch::LandmarksIn(std::span<const std::uint8_t> bytes) const {
  const std::uint64_t position = bisection_->Wanted()->position;
  std::vector<Landmark> found;
  std::optional<std::int64_t> end;  // of the frame before
  for (std::size_t at = NextSync(bytes, 0); at < bytes.size(); at = NextSync(bytes, at + 1)) {
    const auto frame = ParseFlacFrame(bytes.subspan(at), header_.info());
    if (!frame || !IsLikeFirst(*frame)) continue;
    const std::int64_t sample = SampleOf(*frame);
    if (sample == end) found.push_back({.position = position + at, .sample = sample - SampleOf(first_)});
    end = sample + frame->samples;
  }
  return found;
}

/// Frames that are counted have one length, but for the last.
bool FlacSearch::IsLikeFirst(const FlacFrame& frame) const noexcept {
  return frame.is_variable == first_.is_variable && (first_.is_variable || frame.samples == first_.samples);
}

std::int64_t FlacSearch::SampleOf(const FlacFrame& frame) const noexcept {
  return static_cast<std::int64_t>(frame.number * (frame.is_variable ? 1 : first_.samples));
}

std::optional<StreamPlace> FlacSearch::Found() const {
  const auto landmark = bisection_ ? bisection_->Found() : std::nullopt;
  if (!landmark) return std::nullopt;
  const FlacInfo& info = header_.info();
  const double begins_ms = static_cast<double>(landmark->sample) * kMsPerSecond / info.rate;
  return StreamPlace{
      .head = HeadOf(info), .position = landmark->position, .skip_ms = std::max(0.0, start_ms_ - begins_ms)};
}

}  // namespace sdkpp::decoder
