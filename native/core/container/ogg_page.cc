#include "core/container/ogg_page.h"

#include <algorithm>
#include <numeric>

#include "core/base/byte_reader.h"
#include "core/base/byte_writer.h"

namespace sdkpp::container {
namespace {

constexpr std::size_t kChecksumAt = 22;
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

/// Over the whole page, its own four bytes taken as zero.
std::uint32_t Checksum(std::span<const std::uint8_t> page) noexcept {
  std::uint32_t sum = 0;
  for (std::size_t i = 0; i < page.size(); ++i) {
    const bool own = i >= kChecksumAt && i < kChecksumAt + 4;
    sum = (sum << 8) ^ kCrcTable[(sum >> 24) ^ (own ? 0U : page[i])];
  }
  return sum;
}

/// Whether the bytes, as far as they go, are a mark and the only version.
bool MayBegin(std::span<const std::uint8_t> bytes) noexcept {
  const std::size_t seen = std::min(bytes.size(), kOggCapture.size());
  return std::ranges::equal(bytes.first(seen), std::span(kOggCapture).first(seen)) &&
         (bytes.size() <= kOggCapture.size() || bytes[kOggCapture.size()] == 0);
}

}  // namespace

OggPageParse ParseOggPage(std::span<const std::uint8_t> bytes, OggPage& page) noexcept {
  if (!MayBegin(bytes)) return OggPageParse::kNone;
  ByteReader reader(bytes);
  reader.Skip(kOggCapture.size() + 1);
  page.flags = reader.U8();
  page.position = static_cast<std::int64_t>(reader.U64Le());
  page.serial = reader.U32Le();
  page.number = reader.U32Le();
  const std::uint32_t checksum = reader.U32Le();
  page.laces = reader.U8();
  const auto lacing = reader.Bytes(page.laces);
  if (!reader.ok()) return OggPageParse::kShort;
  const std::size_t body = std::accumulate(lacing.begin(), lacing.end(), std::size_t{0});
  if (body > reader.remaining()) return OggPageParse::kShort;
  page.size = reader.position() + body;
  return Checksum(bytes.first(page.size)) == checksum ? OggPageParse::kPage : OggPageParse::kDamaged;
}

std::vector<std::uint8_t> WriteOggPage(const OggPage& page, std::span<const std::uint8_t> packet) {
  std::vector<std::uint8_t> bytes(kOggPageHeader + 1 + packet.size());
  ByteWriter writer(bytes);
  writer.Bytes(kOggCapture);
  writer.U8(0);
  writer.U8(page.flags);
  writer.U64Le(static_cast<std::uint64_t>(page.position));
  writer.U32Le(page.serial);
  writer.U32Le(page.number);
  writer.U32Le(0);
  writer.U8(1);
  writer.U8(static_cast<std::uint8_t>(packet.size()));
  writer.Bytes(packet);
  ByteWriter(std::span(bytes).subspan(kChecksumAt)).U32Le(Checksum(bytes));
  return bytes;
}

}  // namespace sdkpp::container
