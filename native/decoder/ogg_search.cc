#include "decoder/ogg_search.h"

#include <algorithm>
#include <cstddef>

#include "core/base/audio_format.h"
#include "core/container/ogg_page.h"
#include "core/opus/packet.h"

namespace sdkpp::decoder {
namespace {

using container::Demuxing;
using container::OggPage;
using container::OggPageParse;

/// Tags may be long: there are pictures in them.
constexpr std::uint64_t kMostOfBeginning = std::uint64_t{1} << 20;
/// Bytes whose sums are made: those of what only looks like pages cost time, too.
constexpr std::size_t kMostSummed = std::size_t{4} << 20;
constexpr std::size_t kReadAtOnce = 131'072;
/// No stream is so long; what says so is damaged.
constexpr std::int64_t kMostSamples = std::int64_t{1} << 53;

/// Whether a stream can be read from that page on: the page before says where it begins, and no packet
/// reaches from one into the other.
bool IsLandmark(const OggPage& page, const std::optional<OggPage>& before) noexcept {
  return before && before->position >= 0 && before->position < kMostSamples &&
         page.number == before->number + 1 && (page.flags & OggPage::kContinued) == 0;
}

std::size_t NextCapture(std::span<const std::uint8_t> bytes, std::size_t from) noexcept {
  const auto begin = bytes.begin() + static_cast<std::ptrdiff_t>(from);
  const auto found =
      std::search(begin, bytes.end(), container::kOggCapture.begin(), container::kOggCapture.end());
  return static_cast<std::size_t>(found - bytes.begin());
}

}  // namespace

OggSearch::OggSearch(std::span<const std::uint8_t> start, std::uint64_t size, std::uint32_t start_ms)
    : size_(size), target_(std::int64_t{start_ms} * kSamplesPerMs) {
  demuxer_.Allow(kMostSummed);
  ReadBeginning(start);
}

std::optional<WantedBytes> OggSearch::Wanted() const noexcept {
  if (is_over_) return std::nullopt;
  if (bisection_) return bisection_->Wanted();
  return WantedBytes{.position = read_, .size = kReadAtOnce};
}

void OggSearch::Give(std::span<const std::uint8_t> bytes) {
  if (!bisection_) return ReadBeginning(bytes);
  bisection_->Give(LandmarksIn(bytes));
}

/// Up to the first page that says where its last packet ends.
void OggSearch::ReadBeginning(std::span<const std::uint8_t> bytes) {
  read_ += bytes.size();
  is_over_ = bytes.empty();
  while (!is_over_ && !bisection_) {
    const container::Demuxed next = demuxer_.Next();
    if (next.what == Demuxing::kWaits) is_over_ = true;
    if (next.what == Demuxing::kStream) samples_ = 0;
    if (next.what == Demuxing::kPacket) AddPacket(next.packet);
    if (next.what != Demuxing::kNeedsBytes) continue;
    if (bytes.empty()) break;
    bytes = bytes.subspan(demuxer_.Write(bytes));
  }
  if (!bisection_ && (read_ >= kMostOfBeginning || read_ >= size_)) is_over_ = true;
}

void OggSearch::AddPacket(const container::Packet& packet) noexcept {
  const auto samples = opus::PacketSamples(packet.bytes);
  samples_ += static_cast<std::int64_t>(samples ? *samples : opus::ClaimedSamples(packet.bytes));
  if (!packet.end) return;
  first_ = *packet.end - samples_;
  is_over_ = packet.is_last || *packet.end >= kMostSamples;
  if (!is_over_) bisection_.emplace(demuxer_.page_position(), size_, target_);
}

std::vector<Landmark> OggSearch::LandmarksIn(std::span<const std::uint8_t> bytes) const {
  const std::uint64_t position = bisection_->Wanted()->position;
  std::vector<Landmark> found;
  std::optional<OggPage> before;
  std::size_t summed = 0;
  for (std::size_t at = 0; at < bytes.size() && summed < kMostSummed;) {
    OggPage page;
    const OggPageParse parse = ParseOggPage(bytes.subspan(at), page);
    if (parse == OggPageParse::kPage || parse == OggPageParse::kDamaged) summed += page.size;
    if (parse != OggPageParse::kPage) {
      at = NextCapture(bytes, at + 1);
      continue;
    }
    if (page.serial == demuxer_.serial()) {
      if (IsLandmark(page, before)) found.push_back({position + at, before->position - first_, page.number});
      before = page;
    }
    at += page.size;
  }
  return found;
}

/// The number of its head is the one before that of the first page, so that nothing seems to be missing, and
/// its position says where the sound begins.
std::optional<StreamPlace> OggSearch::Found() const {
  const auto landmark = bisection_ ? bisection_->Found() : std::nullopt;
  if (!landmark) return std::nullopt;
  container::OpusHead head = demuxer_.head();
  head.pre_skip = 0;
  const OggPage page{.flags = OggPage::kFirst,
                     .position = landmark->sample + first_,
                     .serial = demuxer_.serial(),
                     .number = landmark->number - 1};
  return StreamPlace{.head = WriteOggPage(page, WriteOpusHead(head)),
                     .position = landmark->position,
                     .skip_ms = static_cast<double>(target_ - landmark->sample) / kSamplesPerMs};
}

}  // namespace sdkpp::decoder
