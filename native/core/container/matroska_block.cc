#include "core/container/matroska_block.h"

#include "core/base/byte_reader.h"
#include "core/container/ebml.h"

namespace sdkpp::container {
namespace {

constexpr unsigned kLacing = 0x06;
constexpr unsigned kXiph = 0x02;
constexpr unsigned kFixed = 0x04;

/// Bytes of 255 go on.
bool ReadXiph(ByteReader& reader, std::uint64_t& size) noexcept {
  std::uint8_t byte = 255;
  for (size = 0; byte == 255 && reader.ok(); size += byte) byte = reader.U8();
  return reader.ok();
}

/// The first size stands there itself, the others as differences.
bool ReadDifference(ByteReader& reader, std::span<const std::uint8_t> data, bool is_first,
                    std::uint64_t& size) noexcept {
  const EbmlNumber number = ReadEbmlNumber(data.subspan(reader.position()));
  if (number.bytes == 0) return false;
  reader.Skip(number.bytes);
  // half of the values are negative
  size = is_first ? number.value : size + number.value - ((std::uint64_t{1} << (7 * number.bytes - 1)) - 1);
  return true;
}

}  // namespace

bool MatroskaBlock::Parse(std::span<const std::uint8_t> data) noexcept {
  count_ = 0;
  const EbmlNumber track = ReadEbmlNumber(data);
  ByteReader reader(data);
  reader.Skip(track.bytes);
  track_ = track.value;
  timestamp_ = static_cast<std::int16_t>(reader.U16());
  const unsigned lacing = reader.U8() & kLacing;
  if (track.bytes == 0 || !reader.ok()) return false;
  if (lacing != 0) return ReadLacing(data, reader.position(), lacing);
  count_ = 1;
  return Place(reader.position(), data.size(), {});
}

bool MatroskaBlock::ReadLacing(std::span<const std::uint8_t> data, std::size_t at, unsigned lacing) noexcept {
  ByteReader reader(data);
  reader.Skip(at);
  count_ = std::size_t{reader.U8()} + 1;
  if (!reader.ok()) return false;
  Sizes sizes;
  for (std::size_t i = 0; i + 1 < count_; ++i) {
    if (lacing == kFixed) {
      sizes[i] = reader.remaining() / count_;
    } else if (lacing == kXiph) {
      if (!ReadXiph(reader, sizes[i])) return false;
    } else {
      sizes[i] = i == 0 ? 0 : sizes[i - 1];
      if (!ReadDifference(reader, data, i == 0, sizes[i])) return false;
    }
  }
  if (lacing == kFixed && reader.remaining() % count_ != 0) return false;
  return Place(reader.position(), data.size(), sizes);
}

/// The last frame takes what is left.
bool MatroskaBlock::Place(std::size_t at, std::size_t end, const Sizes& sizes) noexcept {
  for (std::size_t i = 0; i + 1 < count_; ++i) {
    offsets_[i] = at;
    if (sizes[i] > end - at) return false;
    at += static_cast<std::size_t>(sizes[i]);
  }
  offsets_[count_ - 1] = at;
  offsets_[count_] = end;
  return true;
}

}  // namespace sdkpp::container
