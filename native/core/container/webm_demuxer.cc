#include "core/container/webm_demuxer.h"

#include <algorithm>
#include <cmath>
#include <string_view>
#include <utility>

#include "core/container/matroska.h"

namespace sdkpp::container {
namespace {

namespace id = matroska;

/// The most that an element may have to be read in one piece.
constexpr std::uint64_t kMaxWhole = 70'000;
constexpr std::size_t kMaxHeader = 12;
static_assert(kMaxWhole + 2 * kMaxHeader <= kStreamWindow - kStreamWindow / 4);
/// Not even a block of video is larger.
constexpr std::uint64_t kMaxInCluster = std::uint64_t{64} << 20;
constexpr double kSamplesPerNs = 48'000 / 1e9;
constexpr double kMaxSamples = 9e15;
constexpr std::int64_t kMaxPadding = 5760;

/// An element that may follow a block.
bool MayFollowBlock(std::uint32_t which) noexcept {
  return which == id::kSimpleBlock || which == id::kBlockGroup || which == id::kVoid || which == id::kEbml ||
         id::IsOfSegment(which);
}

bool IsOpus(std::span<const std::uint8_t> codec) noexcept {
  constexpr std::string_view kName = "A_OPUS";
  while (!codec.empty() && codec.back() == 0) codec = codec.first(codec.size() - 1);
  return std::ranges::equal(
      codec, kName, [](std::uint8_t byte, char letter) { return byte == static_cast<std::uint8_t>(letter); });
}

}  // namespace

void WebmDemuxer::Seek(std::uint64_t position) noexcept {
  window_.Restart(position);
  finished_ = lost_ = hole_ = false;
  level_ = Level::kSegment;
  master_end_.reset();
  cluster_time_.reset();
  skip_ = element_ = 0;
}

std::optional<StreamError> WebmDemuxer::refusal() const noexcept {
  if (has_head_) return std::nullopt;
  if (!has_container_ && (is_over() || window_.position() > kStreamWindow)) return StreamError::kNoContainer;
  if (refused_) return refused_;
  return has_cluster_ || is_over() ? std::optional(StreamError::kNoOpus) : std::nullopt;
}

Demuxed WebmDemuxer::Next() noexcept {
  while (true) {
    while (element_ > 0 && frame_ < block_.frames()) {
      const Packet packet = GiveFrame();
      if (!packet.bytes.empty()) return {Demuxing::kPacket, packet};
    }
    EndBlock();
    if (window_.pending().empty()) return {finished_ ? Demuxing::kEnd : Demuxing::kNeedsBytes};
    if (allowance_ == 0) return {Demuxing::kWaits};
    Advance advance = Step();
    if (advance == Advance::kShort && finished_) advance = Damage();
    if (advance == Advance::kShort) return {Demuxing::kNeedsBytes};
    if (advance == Advance::kStream) return {Demuxing::kStream};
  }
}

/// Reads or passes over one element, or what lies before the next.
WebmDemuxer::Advance WebmDemuxer::Step() noexcept {
  if (skip_ > 0) {
    const auto some = std::min<std::uint64_t>(skip_, window_.pending().size());
    window_.Drop(static_cast<std::size_t>(some));
    skip_ -= some;
    Spend(1);
    return Advance::kDone;
  }
  if (lost_) return Resynchronize();
  const std::uint64_t at = window_.position();
  if (level_ > Level::kSegment && master_end_ && at >= *master_end_) level_ = Level::kSegment;
  if (level_ == Level::kSegment && segment_end_ && at >= *segment_end_) level_ = Level::kTop;
  EbmlHeader header;
  const EbmlParse parse = ParseEbmlHeader(window_.pending(), header);
  if (parse == EbmlParse::kShort) return Advance::kShort;
  if (parse == EbmlParse::kNone) return Damage();
  Spend(header.bytes);
  return Dispatch(header);
}

WebmDemuxer::Advance WebmDemuxer::Dispatch(const EbmlHeader& header) noexcept {
  if (header.id == id::kEbml) {
    if (!header.size || *header.size > kMaxWhole) return Damage();
    // one that follows another ends it
    level_ = Level::kTop;
    segment_end_.reset();
    has_container_ = true;
    return Skip(header);
  }
  if (header.id == id::kSegment) return EnterSegment(header);
  if (level_ == Level::kTop) return header.id == id::kVoid ? Skip(header) : Damage();
  if (header.id == id::kVoid || header.id == id::kCrc32) return Skip(header);
  return id::IsOfSegment(header.id) ? DispatchOfSegment(header) : DispatchInMaster(header);
}

/// One of these ends a cluster of unknown size.
WebmDemuxer::Advance WebmDemuxer::DispatchOfSegment(const EbmlHeader& header) noexcept {
  level_ = Level::kSegment;
  switch (header.id) {
    case id::kCluster:
      if (!std::exchange(has_cluster_, true)) first_cluster_ = window_.position();
      cluster_time_.reset();
      return Enter(Level::kCluster, header);
    case id::kTracks:
      return Enter(Level::kTracks, header);
    case id::kCues:
      return Enter(Level::kCues, header);
    case id::kInfo:
      return Whole(header, [this](auto data) { return ReadInfo(data), Advance::kDone; });
    case id::kSeekHead:
      return Whole(header, [this](auto data) { return ReadSeekHead(data), Advance::kDone; });
    default:
      return Skip(header);
  }
}

WebmDemuxer::Advance WebmDemuxer::DispatchInMaster(const EbmlHeader& header) noexcept {
  if (level_ == Level::kTracks && header.id == id::kTrackEntry)
    return Whole(header, [this](auto data) { return ReadTrack(data); });
  if (level_ == Level::kCues && header.id == id::kCuePoint)
    return Whole(header, [this](auto data) { return ReadCuePoint(data), Advance::kDone; });
  if (level_ != Level::kCluster) return Damage();
  switch (header.id) {
    case id::kSimpleBlock:
    case id::kBlockGroup:
      return ReadBlock(header);
    case id::kTimestamp:
      return Whole(header, [this](auto data) {
        cluster_time_ = EbmlUnsigned(data);
        same_cluster_ = true;
        return Advance::kDone;
      });
    case id::kPosition:
    case id::kPrevSize:
    case id::kSilentTracks:
    case id::kEncryptedBlock:
      return Skip(header);
    default:
      return Damage();
  }
}

/// What stands here is no element: looks for one from the next byte on, whatever sizes were announced.
WebmDemuxer::Advance WebmDemuxer::Damage() noexcept {
  lost_ = hole_ = true;
  segment_end_.reset();
  master_end_.reset();
  ++losses_.bytes;
  window_.Drop(1);
  Spend(1);
  return Advance::kDone;
}

bool WebmDemuxer::Fits(const EbmlHeader& header) const noexcept {
  const End end = EndOf(header);
  if (!end) return false;
  if (segment_end_ && level_ != Level::kTop && *end > *segment_end_) return false;
  if (level_ <= Level::kSegment) return true;
  return master_end_ ? *end <= *master_end_ : *header.size <= kMaxInCluster;
}

WebmDemuxer::End WebmDemuxer::EndOf(const EbmlHeader& header) const noexcept {
  if (!header.size) return std::nullopt;
  return window_.position() + header.bytes + *header.size;
}

WebmDemuxer::Advance WebmDemuxer::Skip(const EbmlHeader& header) noexcept {
  if (!Fits(header)) return Damage();
  skip_ = header.bytes + *header.size;
  return Advance::kDone;
}

WebmDemuxer::Advance WebmDemuxer::Enter(Level level, const EbmlHeader& header) noexcept {
  master_end_ = Fits(header) ? EndOf(header) : std::nullopt;
  level_ = level;
  window_.Drop(header.bytes);
  return Advance::kDone;
}

WebmDemuxer::Advance WebmDemuxer::EnterSegment(const EbmlHeader& header) noexcept {
  has_container_ = true;
  segment_start_ = window_.position() + header.bytes;
  segment_end_ = EndOf(header);
  track_.reset();
  other_count_ = 0;
  scale_ = 1e6;
  duration_.reset();
  cues_position_.reset();
  cues_.Clear();
  level_ = Level::kSegment;
  window_.Drop(header.bytes);
  return Advance::kDone;
}

template <class Read>
WebmDemuxer::Advance WebmDemuxer::Whole(const EbmlHeader& header, Read read) noexcept {
  if (!Fits(header) || *header.size > kMaxWhole) return Skip(header);
  const auto size = static_cast<std::size_t>(*header.size);
  if (window_.pending().size() < header.bytes + size) return Advance::kShort;
  const Advance advance = read(window_.pending().subspan(header.bytes, size));
  window_.Drop(header.bytes + size);
  Spend(size);
  return advance;
}

void WebmDemuxer::ReadSeekHead(std::span<const std::uint8_t> data) noexcept {
  for (EbmlElements seeks(data); seeks.Next();) {
    if (seeks.id() != id::kSeek) continue;
    std::uint64_t sought = 0;
    std::uint64_t position = 0;
    for (EbmlElements parts(seeks.data()); parts.Next();) {
      if (parts.id() == id::kSeekId) sought = EbmlUnsigned(parts.data());
      if (parts.id() == id::kSeekPosition) position = EbmlUnsigned(parts.data());
    }
    if (sought == id::kCues) cues_position_ = segment_start_ + position;
  }
}

void WebmDemuxer::ReadInfo(std::span<const std::uint8_t> data) noexcept {
  double duration = 0;
  for (EbmlElements parts(data); parts.Next();) {
    if (parts.id() == id::kTimestampScale) scale_ = static_cast<double>(EbmlUnsigned(parts.data()));
    if (parts.id() == id::kDuration) duration = EbmlFloat(parts.data());
  }
  duration_ = duration > 0 ? SamplesOf(duration) : std::nullopt;
}

WebmDemuxer::Advance WebmDemuxer::ReadTrack(std::span<const std::uint8_t> data) noexcept {
  std::uint64_t number = 0;
  bool is_ours = false;
  bool is_encoded = false;
  std::span<const std::uint8_t> header;
  for (EbmlElements parts(data); parts.Next();) {
    if (parts.id() == id::kTrackNumber) number = EbmlUnsigned(parts.data());
    if (parts.id() == id::kCodecId) is_ours = IsOpus(parts.data());
    if (parts.id() == id::kCodecPrivate) header = parts.data();
    if (parts.id() == id::kContentEncodings) is_encoded = true;
  }
  const auto head = ParseOpusHead(header);
  const bool is_wanted = !track_ && is_ours && !is_encoded && number != 0;
  if (is_wanted && !head) refused_ = RefusalOf(head.error());
  if (!is_wanted || !head) {
    NoteOther(number);
    return Advance::kDone;
  }
  track_ = number;
  head_ = *head;
  has_head_ = true;
  hole_ = false;
  return Advance::kStream;
}

void WebmDemuxer::NoteOther(std::uint64_t number) noexcept {
  if (other_count_ < kMaxOthers) others_[other_count_] = number;
  if (other_count_ <= kMaxOthers) ++other_count_;
}

bool WebmDemuxer::IsOther(std::uint64_t number) const noexcept {
  const auto known = std::span(others_).first(std::min(other_count_, kMaxOthers));
  return other_count_ > kMaxOthers || std::ranges::find(known, number) != known.end();
}

void WebmDemuxer::ReadCuePoint(std::span<const std::uint8_t> data) noexcept {
  std::optional<std::int64_t> start;
  std::optional<std::uint64_t> position;
  for (EbmlElements parts(data); parts.Next();) {
    if (parts.id() == id::kCueTime) start = SamplesOf(static_cast<double>(EbmlUnsigned(parts.data())));
    if (parts.id() != id::kCueTrackPositions || position) continue;
    for (EbmlElements places(parts.data()); places.Next();) {
      if (places.id() == id::kCueClusterPosition) position = EbmlUnsigned(places.data());
    }
  }
  if (start && position) cues_.Add({*start, segment_start_ + *position});
}

/// Those of other tracks are passed over without waiting for them.
WebmDemuxer::Advance WebmDemuxer::ReadBlock(const EbmlHeader& header) noexcept {
  if (!Fits(header)) return Damage();
  if (!track_) {
    losses_.bytes += *header.size;
    return Skip(header);
  }
  const auto body = window_.pending().subspan(header.bytes);
  if (header.id == id::kSimpleBlock) {
    const auto start =
        body.first(static_cast<std::size_t>(std::min<std::uint64_t>(body.size(), *header.size)));
    const EbmlNumber track = ReadEbmlNumber(start);
    const bool is_there = start.size() >= std::min<std::uint64_t>(*header.size, 8);
    if (track.bytes == 0) return is_there ? Damage() : Advance::kShort;
    if (track.value != track_) return IsOther(track.value) ? Skip(header) : Damage();
    if (*header.size > kMaxWhole) return Damage();
  }
  if (*header.size > kMaxWhole) return Skip(header);
  if (body.size() < *header.size) return Advance::kShort;
  const auto data = body.first(static_cast<std::size_t>(*header.size));
  const std::size_t element = header.bytes + data.size();
  Spend(data.size());
  return header.id == id::kSimpleBlock ? BeginBlock(data, element) : BeginGroup(data, element);
}

WebmDemuxer::Advance WebmDemuxer::BeginGroup(std::span<const std::uint8_t> data,
                                             std::size_t element) noexcept {
  std::span<const std::uint8_t> block;
  double padding = 0;
  for (EbmlElements parts(data); parts.Next();) {
    if (parts.id() == id::kBlock) block = parts.data();
    if (parts.id() == id::kDiscardPadding) padding = static_cast<double>(EbmlSigned(parts.data()));
  }
  if (block.empty() || ReadEbmlNumber(block).value != track_) {
    window_.Drop(element);
    return Advance::kDone;
  }
  padding_ = std::llround(std::clamp<double>(padding * kSamplesPerNs, 0, kMaxPadding));
  return BeginBlock(block, element);
}

WebmDemuxer::Advance WebmDemuxer::BeginBlock(std::span<const std::uint8_t> data,
                                             std::size_t element) noexcept {
  data_ = static_cast<std::size_t>(data.data() - window_.pending().data());
  element_ = element;
  frame_ = 0;
  if (!block_.Parse(data)) {
    ++losses_.packets;
    hole_ = true;
    frame_ = block_.frames();
    return Advance::kDone;
  }
  // behind a hole a time that does not go on may be that of another cluster
  if (!std::exchange(same_cluster_, true) && block_.timestamp() <= last_timestamp_) cluster_time_.reset();
  last_timestamp_ = block_.timestamp();
  return Advance::kDone;
}

void WebmDemuxer::EndBlock() noexcept {
  window_.Drop(std::exchange(element_, 0));
  padding_ = 0;
}

Packet WebmDemuxer::GiveFrame() noexcept {
  const std::size_t frame = frame_++;
  Packet packet{.bytes = window_.pending().subspan(data_ + block_.offset(frame), block_.size(frame))};
  if (packet.bytes.empty()) return packet;  // says nothing
  packet.follows_hole = std::exchange(hole_, false);
  if (frame == 0 && cluster_time_)
    packet.start = SamplesOf(static_cast<double>(*cluster_time_) + block_.timestamp());
  if (frame_ == block_.frames()) packet.padding = padding_;
  return packet;
}

std::optional<std::int64_t> WebmDemuxer::SamplesOf(double timestamp) const noexcept {
  const double samples = timestamp * scale_ * kSamplesPerNs;
  if (!(samples >= 0 && samples <= kMaxSamples)) return std::nullopt;
  return std::llround(samples);
}

/// To the next place at which it can go on, as far as the allowance reaches.
WebmDemuxer::Advance WebmDemuxer::Resynchronize() noexcept {
  const auto bytes = window_.pending();
  const std::size_t most = std::min(bytes.size(), allowance_);
  std::size_t at = 0;
  Likely likely = Likely::kNo;
  while (at < most) {
    likely = BeginsAgain(bytes.subspan(at));
    if (likely == Likely::kShort && finished_) likely = Likely::kNo;
    if (likely != Likely::kNo) break;
    ++at;
  }
  if (likely == Likely::kYes) Resume(bytes[at]);
  losses_.bytes += at;
  window_.Drop(at);
  Spend(at);
  return likely == Likely::kShort ? Advance::kShort : Advance::kDone;
}

void WebmDemuxer::Resume(std::uint8_t first) noexcept {
  lost_ = false;
  const bool is_block = first == id::kSimpleBlock || first == id::kBlockGroup;
  level_ = is_block ? Level::kCluster : Level::kSegment;
  if (is_block) same_cluster_ = false;
}

WebmDemuxer::Likely WebmDemuxer::BeginsAgain(std::span<const std::uint8_t> bytes) const noexcept {
  constexpr std::uint8_t kFirstOfCluster = id::kCluster >> 24;
  constexpr std::uint8_t kFirstOfEbml = id::kEbml >> 24;
  if (bytes[0] == id::kSimpleBlock || bytes[0] == id::kBlockGroup)
    return track_ ? BeginsBlock(bytes) : Likely::kNo;
  if (bytes[0] != kFirstOfCluster && bytes[0] != kFirstOfEbml) return Likely::kNo;
  EbmlHeader header;
  const EbmlParse parse = ParseEbmlHeader(bytes, header);
  if (parse == EbmlParse::kShort) return Likely::kShort;
  const bool is_known = parse == EbmlParse::kHeader && (header.id == id::kCluster || header.id == id::kEbml);
  return is_known ? Likely::kYes : Likely::kNo;
}

/// A block of our track, behind which something stands that may follow it.
WebmDemuxer::Likely WebmDemuxer::BeginsBlock(std::span<const std::uint8_t> bytes) const noexcept {
  constexpr std::uint64_t kLeast = 4;  // track, timestamp, flags
  EbmlHeader header;
  EbmlParse parse = ParseEbmlHeader(bytes, header);
  if (parse == EbmlParse::kShort) return Likely::kShort;
  if (parse == EbmlParse::kNone || !header.size || *header.size < kLeast || *header.size > kMaxWhole)
    return Likely::kNo;
  auto body = bytes.subspan(header.bytes);
  body = body.first(static_cast<std::size_t>(std::min<std::uint64_t>(body.size(), *header.size)));
  const Likely unless_all = body.size() == *header.size ? Likely::kNo : Likely::kShort;
  if (header.id == id::kBlockGroup) {
    EbmlHeader inner;
    parse = ParseEbmlHeader(body, inner);
    if (parse == EbmlParse::kShort) return unless_all;
    if (parse == EbmlParse::kNone || inner.id != id::kBlock) return Likely::kNo;
    body = body.subspan(inner.bytes);
  }
  const EbmlNumber track = ReadEbmlNumber(body);
  if (track.bytes == 0) return body.size() < 8 ? unless_all : Likely::kNo;
  if (track.value != track_) return Likely::kNo;
  const std::size_t whole = header.bytes + static_cast<std::size_t>(*header.size);
  if (finished_ && bytes.size() == whole) return Likely::kYes;
  if (bytes.size() < whole) return Likely::kShort;
  parse = ParseEbmlHeader(bytes.subspan(whole), header);
  if (parse == EbmlParse::kShort) return Likely::kShort;
  return parse == EbmlParse::kHeader && MayFollowBlock(header.id) ? Likely::kYes : Likely::kNo;
}

}  // namespace sdkpp::container
