#include "core/container/ogg_demuxer.h"

#include <algorithm>
#include <utility>

namespace sdkpp::container {
namespace {

/// The longest page can be waited for.
static_assert(kStreamWindow - kStreamWindow / 4 > kMaxOggPage);
/// A jump this far says nothing about how many pages are missing.
constexpr std::uint32_t kMostMissing = 1 << 16;

}  // namespace

OggDemuxer::OggDemuxer() { packet_.reserve(kMaxPacket); }

void OggDemuxer::Restart(std::uint64_t position) noexcept {
  window_.Restart(position);
  packet_.clear();
  cursor_ = {};
  finished_ = false;
}

void OggDemuxer::Seek(std::uint64_t position) noexcept {
  const auto serial = cursor_.serial;
  Restart(position);
  cursor_.serial = serial;
  cursor_.in_body = cursor_.sought = true;
}

std::optional<StreamError> OggDemuxer::refusal() const noexcept {
  if (has_head_) return std::nullopt;
  if (!has_page_ && (is_over() || window_.position() > kMostBeforePage)) return StreamError::kNoContainer;
  if (refused_) return refused_;
  return cursor_.in_body || is_over() ? std::optional(StreamError::kNoOpus) : std::nullopt;
}

/// Gathers one packet; lacing values of 255 go on, in the next page too.
Demuxed OggDemuxer::Next() noexcept {
  if (!cursor_.begun) packet_.clear();
  while (true) {
    while (cursor_.lace == cursor_.page.laces) {
      const Found found = NextPage();
      if (found == Found::kStream) return {Demuxing::kStream, {.end = cursor_.page.position}};
      if (found == Found::kNothing) return {WhyNothing()};
    }
    const std::size_t length = Lace(cursor_.lace++);
    Append(length);
    cursor_.begun = length == 255;
    if (cursor_.begun) continue;
    if (IsWanted()) return {Demuxing::kPacket, Give(cursor_.lace == cursor_.last)};
    packet_.clear();
  }
}

Packet OggDemuxer::Give(bool is_last) noexcept {
  Packet packet{.bytes = packet_, .follows_hole = std::exchange(cursor_.hole, false)};
  if (is_last && cursor_.page.position >= 0) packet.end = cursor_.page.position;
  packet.is_last = is_last && cursor_.over;
  return packet;
}

std::uint8_t OggDemuxer::Lace(std::size_t index) const noexcept {
  return window_.pending()[kOggPageHeader + index];
}

/// Moves to the next page of our stream.
OggDemuxer::Found OggDemuxer::NextPage() noexcept {
  window_.Drop(std::exchange(cursor_.page, {}).size);
  cursor_.lace = 0;
  while (!window_.pending().empty() && allowance_ > 0) {
    OggPage page;
    const OggPageParse parse = ParseOggPage(window_.pending(), page);
    if (parse == OggPageParse::kShort && !finished_) return Found::kNothing;
    if (parse == OggPageParse::kDamaged) Spend(page.size);
    if (parse != OggPageParse::kPage) {
      Resynchronize();
      continue;
    }
    has_page_ = true;
    CountStray();
    Spend(page.size);
    const Found found = Accept(page);
    if (found != Found::kNothing) return found;
    window_.Drop(page.size);
  }
  return Found::kNothing;
}

Demuxing OggDemuxer::WhyNothing() noexcept {
  if (allowance_ == 0 && !window_.pending().empty()) return Demuxing::kWaits;
  if (!finished_) return Demuxing::kNeedsBytes;
  // bytes behind the end of a stream do not belong to it
  if (!cursor_.over) CountStray();
  if (cursor_.begun) LosePacket();
  return Demuxing::kEnd;
}

/// To the next place at which a page may begin, as far as the allowance reaches.
void OggDemuxer::Resynchronize() noexcept {
  const auto rest = window_.pending().subspan(1);
  const auto seen = rest.first(std::min(rest.size(), std::max<std::size_t>(allowance_, 1)));
  const auto found = std::search(seen.begin(), seen.end(), kOggCapture.begin(), kOggCapture.end());
  // a mark may be cut off by the end of what was seen
  const std::size_t cut = std::min(seen.size(), kOggCapture.size() - 1);
  const bool is_all = finished_ && seen.size() == rest.size();
  const std::size_t sure = is_all ? seen.size() : seen.size() - cut;
  PassOver(1 + (found == seen.end() ? sure : static_cast<std::size_t>(found - seen.begin())));
}

void OggDemuxer::PassOver(std::size_t bytes) noexcept {
  window_.Drop(bytes);
  cursor_.stray += bytes;
  Spend(bytes);
}

void OggDemuxer::CountStray() noexcept {
  cursor_.hole = cursor_.hole || cursor_.stray > 0;
  losses_.bytes += std::exchange(cursor_.stray, 0);
}

void OggDemuxer::LosePacket() noexcept {
  if (!cursor_.dropping) ++losses_.packets;
  cursor_.begun = cursor_.dropping = false;
  cursor_.hole = true;
  packet_.clear();
}

OggDemuxer::Found OggDemuxer::Accept(const OggPage& page) noexcept {
  if ((page.flags & OggPage::kFirst) != 0) return AcceptFirst(page);
  cursor_.in_body = true;
  if (!cursor_.serial) losses_.bytes += page.size - kOggPageHeader - page.laces;
  if (page.serial != cursor_.serial) return Found::kNothing;
  const bool gap = page.number != cursor_.number;
  if (gap) CountGap(page);
  Enter(page, gap);
  return Found::kPage;
}

void OggDemuxer::CountGap(const OggPage& page) noexcept {
  if (cursor_.sought) return;
  const std::uint32_t missing = page.number - cursor_.number;
  losses_.pages += missing < kMostMissing ? missing : 1;
  cursor_.hole = true;
  if (cursor_.begun) LosePacket();
}

/// The first pages of all streams come before their second ones, so an Opus header behind those begins a
/// chained file.
OggDemuxer::Found OggDemuxer::AcceptFirst(const OggPage& page) noexcept {
  if (cursor_.in_body && cursor_.over) LeaveLink();
  if (page.laces == 0 || (cursor_.serial && !cursor_.in_body)) return Found::kNothing;
  const auto head = ParseOpusHead(window_.pending().subspan(kOggPageHeader + page.laces, Lace(0)));
  if (!head) {
    if (head.error() == OpusHeadError::kOther) return Found::kNothing;
    refused_ = RefusalOf(head.error());
    LeaveLink();
    return Found::kNothing;
  }
  has_head_ = true;
  head_ = *head;
  if (cursor_.begun) LosePacket();
  LeaveLink();
  cursor_.hole = false;
  cursor_.serial = page.serial;
  cursor_.tags_due = true;
  Enter(page, true);
  cursor_.offset += Lace(cursor_.lace++);
  return Found::kStream;
}

/// Ends the stream: the following pages do not belong to it.
void OggDemuxer::LeaveLink() noexcept {
  cursor_.serial.reset();
  cursor_.in_body = false;
}

void OggDemuxer::Enter(const OggPage& page, bool gap) noexcept {
  const auto lacing = window_.pending().subspan(kOggPageHeader, page.laces);
  const auto end = std::find_if(lacing.rbegin(), lacing.rend(), [](std::uint8_t lace) { return lace < 255; });
  cursor_.page = page;
  cursor_.lace = 0;
  cursor_.last = static_cast<std::size_t>(lacing.rend() - end);
  cursor_.offset = kOggPageHeader + page.laces;
  cursor_.number = page.number + 1;
  cursor_.over = (page.flags & OggPage::kLast) != 0;
  const bool continued = (page.flags & OggPage::kContinued) != 0;
  const bool sought = std::exchange(cursor_.sought, false);
  if (cursor_.begun && !continued) LosePacket();
  if (!continued || cursor_.begun) return;
  if (!gap && !sought) ++losses_.packets;
  cursor_.begun = cursor_.dropping = true;  // its beginning was on a page that is missing
}

/// Whether the packet that has ended is sound.
bool OggDemuxer::IsWanted() noexcept {
  if (std::exchange(cursor_.dropping, false)) return false;
  const bool tags = std::exchange(cursor_.tags_due, false) && BeginsOpusTags(packet_);
  return !tags && !packet_.empty();  // an empty packet says nothing
}

void OggDemuxer::Append(std::size_t length) noexcept {
  const auto part = window_.pending().subspan(cursor_.offset, length);
  cursor_.offset += length;
  if (cursor_.dropping) return;
  if (packet_.size() + length <= kMaxPacket) {
    packet_.insert(packet_.end(), part.begin(), part.end());
  } else if (!(cursor_.tags_due &&
               BeginsOpusTags(packet_))) {  // they may be long: there are pictures in them
    ++losses_.packets;
    cursor_.dropping = cursor_.hole = true;
  }
}

}  // namespace sdkpp::container
