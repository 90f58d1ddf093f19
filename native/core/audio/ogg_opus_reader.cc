#include "core/audio/ogg_opus_reader.h"

#include <algorithm>
#include <numeric>
#include <string_view>
#include <utility>

#include "core/audio/file_kind.h"
#include "core/base/byte_reader.h"

namespace sdkpp::audio {
namespace {

constexpr std::uint32_t kCapture = 0x4F676753;  ///< "OggS"
constexpr std::array<std::uint8_t, 4> kCaptureBytes{0x4F, 0x67, 0x67, 0x53};
constexpr std::string_view kHeadName = "OpusHead";
/// A jump this far says nothing about how many pages are missing.
constexpr std::uint32_t kMostMissing = 1 << 16;
constexpr std::size_t kPageHeader = 27;
constexpr std::size_t kChecksumAt = 22;
constexpr std::uint8_t kContinued = 1;
constexpr std::uint8_t kFirstPage = 2;
constexpr std::uint8_t kLastPage = 4;
constexpr std::uint32_t kPolynomial = 0x04C11DB7;

constexpr std::array<std::uint32_t, 256> MakeCrcTable() noexcept {
  std::array<std::uint32_t, 256> table{};
  for (std::uint32_t i = 0; i < 256; ++i) {
    std::uint32_t value = i << 24;
    for (int bit = 0; bit < 8; ++bit) value = (value << 1) ^ ((value >> 31) * kPolynomial);
    table[i] = value;
  }
  return table;
}

constexpr auto kCrcTable = MakeCrcTable();

/// RFC 3533: over the whole page, its own four bytes taken as zero.
std::uint32_t Checksum(std::span<const std::uint8_t> page) noexcept {
  std::uint32_t sum = 0;
  for (std::size_t i = 0; i < page.size(); ++i) {
    const bool own = i >= kChecksumAt && i < kChecksumAt + 4;
    sum = (sum << 8) ^ kCrcTable[(sum >> 24) ^ (own ? 0U : page[i])];
  }
  return sum;
}

bool StartsWith(std::span<const std::uint8_t> bytes, std::string_view text) noexcept {
  return bytes.size() >= text.size() &&
         std::equal(text.begin(), text.end(), bytes.begin(),
                    [](char letter, std::uint8_t byte) { return static_cast<std::uint8_t>(letter) == byte; });
}

}  // namespace

std::string Describe(OggError error, std::span<const std::uint8_t> file) {
  const std::string kind = KindOfFile(file);
  const std::string the_file = kind.empty() ? "the file is" : "the file is " + kind + ",";
  const std::string conversion = std::string(": ") + kConvertToOgg;
  switch (error) {
    case OggError::kNotOgg:
      return the_file + " not an Ogg Opus file" + conversion;
    case OggError::kNotOpus:
      return the_file + " without a stream that begins with an Opus header" + conversion;
    case OggError::kBadHead:
      return "the Opus header is damaged or of an unknown version";
    case OggError::kUnsupportedMapping:
      return "the Opus file has more than two channels" + conversion;
  }
  return "unknown error";
}

OggOpusReader::OggOpusReader(std::vector<std::uint8_t> file) : file_(std::move(file)) {
  packet_.reserve(kMaxPacket);
}

Result<OggOpusReader, OggError> OggOpusReader::Open(std::vector<std::uint8_t> file) {
  OggOpusReader reader(std::move(file));
  if (const auto error = reader.FindHead()) return *error;
  return reader;
}

std::optional<OggError> OggOpusReader::FindHead() noexcept {
  // each byte twice, and some more where there are only a few: the checksums of false pages cost too
  constexpr std::size_t kForFew = std::size_t{1} << 20;
  allowance_ = 2 * file_.size() + kForFew;
  const bool found = NextPage();
  allowance_ = std::numeric_limits<std::size_t>::max();
  waits_ = false;
  first_sound_ = cursor_;
  if (found) return std::nullopt;
  return refused_.value_or(has_page_ ? OggError::kNotOpus : OggError::kNotOgg);
}

Result<OggOpusReader::Head, OggError> OggOpusReader::ParseHead(
    std::span<const std::uint8_t> packet) noexcept {
  if (!StartsWith(packet, kHeadName)) return OggError::kNotOpus;
  ByteReader reader(packet.subspan(kHeadName.size()));
  const std::uint8_t version = reader.U8();
  Head head;
  head.channels = reader.U8();
  head.pre_skip = reader.U16Le();
  reader.Skip(4);  // original rate
  head.gain_db = static_cast<std::int16_t>(reader.U16Le()) / 256.0;
  const std::uint8_t mapping = reader.U8();
  if (!reader.ok() || version / 16 != 0 || head.channels == 0) return OggError::kBadHead;
  if (mapping > 1 || head.channels > 2) return OggError::kUnsupportedMapping;
  if (mapping == 0) return head;
  const std::uint8_t streams = reader.U8();
  const std::uint8_t coupled = reader.U8();
  if (!reader.ok()) return OggError::kBadHead;
  if (streams != 1 || coupled != head.channels - 1) return OggError::kUnsupportedMapping;
  return head;
}

std::span<const std::uint8_t> OggOpusReader::Next() noexcept {
  waits_ = false;
  return ReadPacket();
}

void OggOpusReader::Rewind() noexcept {
  cursor_ = first_sound_;
  begun_ = dropping_ = waits_ = false;
}

void OggOpusReader::Spend(std::size_t bytes) noexcept { allowance_ -= std::min(allowance_, bytes); }

/// The whole page at an offset. Its checksum is work, which is counted when it was in vain.
std::optional<OggOpusReader::Page> OggOpusReader::ParsePage(std::size_t at) noexcept {
  const auto rest = std::span(file_).subspan(at);
  ByteReader reader(rest);
  const std::uint32_t capture = reader.U32();
  const std::uint8_t version = reader.U8();
  Page page;
  page.flags = reader.U8();
  reader.Skip(8);  // position: not needed to find packets
  page.serial = reader.U32Le();
  page.number = reader.U32Le();
  const std::uint32_t checksum = reader.U32Le();
  page.lacing = reader.Bytes(reader.U8());
  if (!reader.ok() || capture != kCapture || version != 0) return std::nullopt;
  const std::size_t body = std::accumulate(page.lacing.begin(), page.lacing.end(), std::size_t{0});
  if (body > reader.remaining()) return std::nullopt;
  page.body = at + kPageHeader + page.lacing.size();
  page.end = page.body + body;
  if (Checksum(rest.first(page.end - at)) == checksum) return page;
  Spend(page.end - at);
  return std::nullopt;
}

/// To the next place at which a page may begin, as far as the allowance reaches.
void OggOpusReader::Resynchronize() noexcept {
  const auto rest = std::span(file_).subspan(cursor_.next_page + 1);
  const auto seen = rest.first(std::min(rest.size(), std::max<std::size_t>(allowance_, 1)));
  const auto found = std::search(seen.begin(), seen.end(), kCaptureBytes.begin(), kCaptureBytes.end());
  // a mark may be cut off by the end of what was seen
  const std::size_t cut = std::min(seen.size(), kCaptureBytes.size() - 1);
  const std::size_t sure = seen.size() == rest.size() ? seen.size() : seen.size() - cut;
  const std::size_t step = 1 + (found == seen.end() ? sure : static_cast<std::size_t>(found - seen.begin()));
  cursor_.next_page += step;
  cursor_.stray += step;
  Spend(step);
}

void OggOpusReader::CountStray() noexcept { losses_.bytes += std::exchange(cursor_.stray, 0); }

/// Moves to the next page of our stream. False at the end of the file, and while it waits.
bool OggOpusReader::NextPage() noexcept {
  while (cursor_.next_page < file_.size()) {
    waits_ = allowance_ == 0;
    if (waits_) return false;
    const auto page = ParsePage(cursor_.next_page);
    if (!page) {
      Resynchronize();
      continue;
    }
    has_page_ = true;
    CountStray();
    Spend(page->end - cursor_.next_page);
    cursor_.next_page = page->end;
    if (Accept(*page)) return true;
  }
  // what follows the end of a stream is no part of it
  if (!cursor_.over) CountStray();
  if (begun_) LosePacket();
  return false;
}

void OggOpusReader::LosePacket() noexcept {
  if (!dropping_) ++losses_.packets;
  begun_ = dropping_ = false;
  packet_.clear();
}

bool OggOpusReader::Accept(const Page& page) noexcept {
  if ((page.flags & kFirstPage) != 0) return AcceptFirst(page);
  cursor_.in_body = true;
  if (!cursor_.serial) losses_.bytes += page.end - page.body;
  if (page.serial != cursor_.serial) return false;
  const bool gap = page.number != cursor_.number;
  if (gap) {
    const std::uint32_t missing = page.number - cursor_.number;
    losses_.pages += missing < kMostMissing ? missing : 1;
    if (begun_) LosePacket();
  }
  Enter(page, gap);
  return true;
}

/// The first pages of all streams come before their second ones, so an Opus header behind those begins a
/// chained file.
bool OggOpusReader::AcceptFirst(const Page& page) noexcept {
  if (cursor_.in_body && cursor_.over) LeaveLink();
  if (page.lacing.empty() || (cursor_.serial && !cursor_.in_body)) return false;
  const auto head = ParseHead(std::span(file_).subspan(page.body, page.lacing[0]));
  if (!head) {
    if (head.error() == OggError::kNotOpus) return false;
    refused_ = head.error();
    LeaveLink();
    return false;
  }
  if (!std::exchange(has_head_, true)) head_ = *head;
  if (begun_) LosePacket();
  LeaveLink();
  cursor_.serial = page.serial;
  cursor_.tags_due = true;
  Enter(page, true);
  cursor_.lace = 1;
  cursor_.offset += page.lacing[0];
  return true;
}

/// Ends the stream: the following pages do not belong to it.
void OggOpusReader::LeaveLink() noexcept {
  cursor_.serial.reset();
  cursor_.in_body = false;
}

void OggOpusReader::Enter(const Page& page, bool gap) noexcept {
  cursor_.page = page;
  cursor_.lace = 0;
  cursor_.offset = page.body;
  cursor_.number = page.number + 1;
  cursor_.over = (page.flags & kLastPage) != 0;
  const bool continued = (page.flags & kContinued) != 0;
  if (begun_ && !continued) LosePacket();
  if (!continued || begun_) return;
  if (!gap) ++losses_.packets;
  begun_ = dropping_ = true;  // its beginning was on a page that is missing
}

/// Gathers one packet; lacing values of 255 go on, in the next page too.
std::span<const std::uint8_t> OggOpusReader::ReadPacket() noexcept {
  if (!begun_) packet_.clear();
  while (true) {
    while (cursor_.lace == cursor_.page.lacing.size()) {
      if (!NextPage()) return {};
    }
    const std::size_t length = cursor_.page.lacing[cursor_.lace++];
    Append(length);
    begun_ = length == 255;
    if (begun_) continue;
    if (IsWanted()) return packet_;
    packet_.clear();
  }
}

/// Whether the packet that has ended is sound.
bool OggOpusReader::IsWanted() noexcept {
  if (std::exchange(dropping_, false)) return false;
  const bool tags = std::exchange(cursor_.tags_due, false) && StartsWith(packet_, "OpusTags");
  return !tags && !packet_.empty();  // an empty packet says nothing
}

void OggOpusReader::Append(std::size_t length) noexcept {
  const auto part = std::span(file_).subspan(cursor_.offset, length);
  cursor_.offset += length;
  if (dropping_) return;
  if (packet_.size() + length <= kMaxPacket) {
    packet_.insert(packet_.end(), part.begin(), part.end());
  } else if (!(cursor_.tags_due &&
               StartsWith(packet_, "OpusTags"))) {  // tags may be long: there are pictures in them
    ++losses_.packets;
    dropping_ = true;
  }
}

}  // namespace sdkpp::audio
