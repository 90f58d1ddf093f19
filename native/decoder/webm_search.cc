#include "decoder/webm_search.h"

#include <algorithm>
#include <string_view>

#include "core/base/audio_format.h"
#include "core/container/ebml.h"
#include "core/container/matroska.h"

namespace sdkpp::decoder {
namespace {

using container::Demuxing;

constexpr std::size_t kFirstLook = 65'536;
constexpr std::size_t kNextLook = 262'144;
/// Of the beginning, of cues, and of a cluster before its first packet.
constexpr std::size_t kMostLooked = std::size_t{1} << 20;
/// Cues of video name clusters whose sound may begin a bit later than the time they say.
constexpr unsigned kMostVisits = 4;

/// It is of the beginning alone.
void ClearPreSkip(std::span<std::uint8_t> head) noexcept {
  constexpr std::string_view kName = "OpusHead";
  constexpr std::ptrdiff_t kPreSkipAt = 10;
  for (auto at = head.begin();; ++at) {
    at = std::search(at, head.end(), kName.begin(), kName.end());
    if (head.end() - at < kPreSkipAt + 2) return;
    std::fill_n(at + kPreSkipAt, 2, std::uint8_t{0});
  }
}

/// The whole length of an element of that kind; nothing when none is there.
std::optional<std::uint64_t> LengthOf(std::uint32_t id, std::span<const std::uint8_t> bytes) noexcept {
  container::EbmlHeader header;
  if (ParseEbmlHeader(bytes, header) != container::EbmlParse::kHeader || header.id != id) return std::nullopt;
  return header.bytes + header.size.value_or(0);
}

}  // namespace

WebmSearch::WebmSearch(std::span<const std::uint8_t> start, std::uint64_t size, std::uint32_t start_ms)
    : size_(size), target_(std::int64_t{start_ms} * kSamplesPerMs) {
  ReadBeginning(start);
}

std::optional<WantedBytes> WebmSearch::Wanted() const noexcept {
  const bool is_over = stage_ == Stage::kFound || stage_ == Stage::kNowhere;
  return is_over ? std::nullopt : std::optional(wanted_);
}

void WebmSearch::Give(std::span<const std::uint8_t> bytes) {
  switch (stage_) {
    case Stage::kBeginning:
      return ReadBeginning(bytes);
    case Stage::kCues:
      return ReadCues(bytes);
    case Stage::kCluster:
      return ReadCluster(bytes);
    case Stage::kFound:
    case Stage::kNowhere:
      break;
  }
}

void WebmSearch::Want(Stage stage, std::uint64_t position, std::size_t size) noexcept {
  stage_ = position < size_ ? stage : Stage::kNowhere;
  wanted_ = {.position = position, .size = size};
}

/// Up to the first packet.
void WebmSearch::ReadBeginning(std::span<const std::uint8_t> bytes) {
  if (bytes.empty() || head_.size() >= kMostLooked) {
    stage_ = Stage::kNowhere;
    return;
  }
  head_.insert(head_.end(), bytes.begin(), bytes.end());
  const auto first = StartIn(bytes);
  if (!first) return Want(Stage::kBeginning, head_.size(), kNextLook);
  first_ = *first;
  head_.resize(std::min<std::size_t>(head_.size(), demuxer_.first_cluster()));
  ClearPreSkip(head_);
  LookForCues();
}

/// When the next packet begins that says so.
std::optional<std::int64_t> WebmSearch::StartIn(std::span<const std::uint8_t> bytes) noexcept {
  demuxer_.Allow(2 * kMostLooked);
  while (true) {
    const container::Demuxed next = demuxer_.Next();
    if (next.what == Demuxing::kPacket && next.packet.start) return next.packet.start;
    if (next.what == Demuxing::kWaits || (next.what == Demuxing::kNeedsBytes && bytes.empty()))
      return std::nullopt;
    if (next.what == Demuxing::kNeedsBytes) bytes = bytes.subspan(demuxer_.Write(bytes));
  }
}

/// They stand in front of the sound, or where the file says.
void WebmSearch::LookForCues() noexcept {
  const auto position = demuxer_.cues_position();
  if (position) return Want(Stage::kCues, *position, kFirstLook);
  Visit(demuxer_.CueFor(first_ + target_));
}

void WebmSearch::ReadCues(std::span<const std::uint8_t> bytes) noexcept {
  const auto length = LengthOf(container::matroska::kCues, bytes);
  if (!length || *length > kMostLooked) {
    stage_ = Stage::kNowhere;
    return;
  }
  if (*length > wanted_.size) return Want(Stage::kCues, wanted_.position, static_cast<std::size_t>(*length));
  demuxer_.Seek(wanted_.position);
  (void)StartIn(bytes.first(std::min<std::size_t>(bytes.size(), *length)));
  Visit(demuxer_.CueFor(first_ + target_));
}

/// A cue of the first cluster leads to the beginning.
void WebmSearch::Visit(const std::optional<container::Cue>& cue) noexcept {
  if (!cue || cue->position <= head_.size() || visits_++ == kMostVisits) {
    stage_ = Stage::kNowhere;
    return;
  }
  cue_ = *cue;
  demuxer_.Seek(cue_.position);
  Want(Stage::kCluster, cue_.position, kFirstLook);
}

/// Its first packet says when it really begins.
void WebmSearch::ReadCluster(std::span<const std::uint8_t> bytes) noexcept {
  const bool is_first_look = wanted_.position == cue_.position;
  if (bytes.empty() || (is_first_look && !LengthOf(container::matroska::kCluster, bytes))) {
    stage_ = Stage::kNowhere;
    return;
  }
  const auto start = StartIn(bytes);
  if (!start) {
    const std::uint64_t next = wanted_.position + bytes.size();
    return Want(next < cue_.position + kMostLooked ? Stage::kCluster : Stage::kNowhere, next, kNextLook);
  }
  if (*start > first_ + target_) return Visit(demuxer_.CueFor(cue_.start - 1));
  start_ = *start;
  stage_ = start_ >= first_ ? Stage::kFound : Stage::kNowhere;
}

std::optional<StreamPlace> WebmSearch::Found() const {
  if (stage_ != Stage::kFound) return std::nullopt;
  return StreamPlace{.head = head_,
                     .position = cue_.position,
                     .skip_ms = static_cast<double>(first_ + target_ - start_) / kSamplesPerMs};
}

}  // namespace sdkpp::decoder
