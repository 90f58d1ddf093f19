#include "core/audio/ogg_opus_reader.h"

#include <algorithm>
#include <numeric>
#include <string_view>
#include <utility>

#include "core/base/byte_reader.h"

namespace sdkpp::audio {
namespace {

constexpr std::uint32_t kCapture = 0x4F676753;  ///< "OggS"
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

const char* Describe(OggError error) noexcept {
  switch (error) {
    case OggError::kNotOgg:
      return "the file is not an Ogg file";
    case OggError::kBadPage:
      return "an Ogg page is cut off or its checksum is wrong";
    case OggError::kNotOpus:
      return "the Ogg file holds no Opus stream";
    case OggError::kBadHead:
      return "the Opus header is damaged or of an unknown version";
    case OggError::kUnsupportedMapping:
      return "the Opus file has more than two channels";
    case OggError::kBadTags:
      return "the Opus file has no tags after its header";
    case OggError::kLostPage:
      return "a page of the Ogg file is missing";
    case OggError::kPacketTooLong:
      return "an Opus packet is longer than 64 KiB";
  }
  return "unknown error";
}

OggOpusReader::OggOpusReader(std::vector<std::uint8_t> file) : file_(std::move(file)) {
  packet_.reserve(kMaxPacket);
}

Result<OggOpusReader, OggError> OggOpusReader::Open(std::vector<std::uint8_t> file) {
  if (!StartsWith(file, "OggS")) return OggError::kNotOgg;
  OggOpusReader reader(std::move(file));
  if (const auto error = reader.ReadHead()) return *error;
  if (const auto error = reader.ReadTags()) return *error;
  reader.first_sound_ = reader.place_;
  return reader;
}

std::optional<OggError> OggOpusReader::ReadHead() noexcept {
  const auto head = ReadPacket();
  if (error_) return error_;
  if (!StartsWith(head, "OpusHead")) return OggError::kNotOpus;
  ByteReader reader(head.subspan(8));
  const std::uint8_t version = reader.U8();
  const std::uint8_t channels = reader.U8();
  pre_skip_ = reader.U16Le();
  reader.Skip(6);  // original rate and gain: for players
  const std::uint8_t mapping = reader.U8();
  if (!reader.ok() || version / 16 != 0 || channels == 0) return OggError::kBadHead;
  if (mapping != 0 || channels > 2) return OggError::kUnsupportedMapping;
  channels_ = channels;
  return std::nullopt;
}

std::optional<OggError> OggOpusReader::ReadTags() noexcept {
  // tags may be long (pictures), so their packet is passed over piece by piece
  skipping_ = true;
  const auto tags = ReadPacket();
  skipping_ = false;
  if (error_) return error_;
  if (!StartsWith(tags, "OpusTags")) return OggError::kBadTags;
  return std::nullopt;
}

std::span<const std::uint8_t> OggOpusReader::Next() noexcept {
  if (error_) return {};
  waits_ = false;
  return ReadPacket();
}

void OggOpusReader::Rewind() noexcept {
  place_ = first_sound_;
  begun_ = waits_ = false;
  error_.reset();
}

Result<OggOpusReader::Page, OggError> OggOpusReader::ParsePage(std::size_t at) const noexcept {
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
  if (!reader.ok() || capture != kCapture || version != 0) return OggError::kBadPage;
  const std::size_t body = std::accumulate(page.lacing.begin(), page.lacing.end(), std::size_t{0});
  if (body > reader.remaining()) return OggError::kBadPage;
  page.body = at + kPageHeader + page.lacing.size();
  page.end = page.body + body;
  if (Checksum(rest.first(page.end - at)) != checksum) return OggError::kBadPage;
  return page;
}

/// Moves to the next page of our stream. False at the end of it, with error_ set, or while it waits.
bool OggOpusReader::NextPage() noexcept {
  while (!place_.ended && place_.next_page < file_.size()) {
    waits_ = allowance_ == 0;
    if (waits_) return false;
    const auto page = ParsePage(place_.next_page);
    if (!page) {
      error_ = page.error();
      return false;
    }
    allowance_ -= std::min(allowance_, page->end - place_.next_page);
    place_.next_page = page->end;
    if (Accept(*page)) return true;
    if (error_) return false;
  }
  return false;
}

bool OggOpusReader::Accept(const Page& page) noexcept {
  if (!serial_) serial_ = page.serial;
  if (page.serial != *serial_) return false;
  const bool again = place_.any_page && (page.flags & kFirstPage) != 0;
  if (again || (place_.any_page && page.number != place_.number)) {
    if (!again) error_ = OggError::kLostPage;
    place_.ended = true;
    return false;
  }
  place_.page = page;
  place_.lace = 0;
  place_.offset = page.body;
  place_.number = page.number + 1;
  place_.any_page = true;
  place_.ended = (page.flags & kLastPage) != 0;
  return true;
}

/// Gathers one packet; lacing values of 255 go on, in the next page too.
std::span<const std::uint8_t> OggOpusReader::ReadPacket() noexcept {
  if (!begun_) packet_.clear();
  while (true) {
    while (place_.lace == place_.page.lacing.size()) {
      if (!NextPage()) return {};
      const bool continued = (place_.page.flags & kContinued) != 0;
      if (continued != begun_) {
        error_ = OggError::kLostPage;
        return {};
      }
    }
    const std::size_t length = place_.page.lacing[place_.lace++];
    if (!Append(length)) return {};
    begun_ = length == 255;
    if (!begun_ && !packet_.empty()) return packet_;  // an empty packet says nothing
  }
}

bool OggOpusReader::Append(std::size_t length) noexcept {
  const auto part = std::span(file_).subspan(place_.offset, length);
  place_.offset += length;
  if (packet_.size() + length <= kMaxPacket) {
    packet_.insert(packet_.end(), part.begin(), part.end());
    return true;
  }
  if (skipping_) return true;
  error_ = OggError::kPacketTooLong;
  return false;
}

}  // namespace sdkpp::audio
