#include "core/container/ebml.h"

#include <bit>

namespace sdkpp::container {
namespace {

constexpr int kMaxIdBytes = 4;
constexpr std::size_t kMaxValue = 8;

std::uint64_t BigEndian(std::span<const std::uint8_t> bytes) noexcept {
  std::uint64_t value = 0;
  for (const std::uint8_t byte : bytes) value = value << 8 | byte;
  return value;
}

}  // namespace

EbmlParse ParseEbmlHeader(std::span<const std::uint8_t> bytes, EbmlHeader& header) noexcept {
  if (bytes.empty()) return EbmlParse::kShort;
  const int id_bytes = std::countl_zero(bytes[0]) + 1;
  if (id_bytes > kMaxIdBytes) return EbmlParse::kNone;
  const auto id = static_cast<std::size_t>(id_bytes);
  if (bytes.size() <= id) return EbmlParse::kShort;
  if (bytes[id] == 0) return EbmlParse::kNone;
  const EbmlNumber size = ReadEbmlNumber(bytes.subspan(id));
  if (size.bytes == 0) return EbmlParse::kShort;
  header.id = static_cast<std::uint32_t>(BigEndian(bytes.first(id)));
  header.size = size.is_unknown ? std::nullopt : std::optional(size.value);
  header.bytes = id + size.bytes;
  return EbmlParse::kHeader;
}

EbmlNumber ReadEbmlNumber(std::span<const std::uint8_t> bytes) noexcept {
  if (bytes.empty() || bytes[0] == 0) return {};
  const auto length = static_cast<std::size_t>(std::countl_zero(bytes[0])) + 1;
  if (bytes.size() < length) return {};
  const std::uint64_t most = (std::uint64_t{1} << (7 * length)) - 1;
  const std::uint64_t value = BigEndian(bytes.first(length)) & most;
  return {.value = value, .bytes = length, .is_unknown = value == most};
}

std::uint64_t EbmlUnsigned(std::span<const std::uint8_t> data) noexcept {
  return data.size() <= kMaxValue ? BigEndian(data) : 0;
}

std::int64_t EbmlSigned(std::span<const std::uint8_t> data) noexcept {
  if (data.empty() || data.size() > kMaxValue) return 0;
  const int unused = static_cast<int>(8 * (kMaxValue - data.size()));
  return static_cast<std::int64_t>(BigEndian(data) << unused) >> unused;
}

double EbmlFloat(std::span<const std::uint8_t> data) noexcept {
  if (data.size() == 4) return std::bit_cast<float>(static_cast<std::uint32_t>(BigEndian(data)));
  return data.size() == 8 ? std::bit_cast<double>(BigEndian(data)) : 0;
}

bool EbmlElements::Next() noexcept {
  EbmlHeader header;
  if (ParseEbmlHeader(rest_, header) != EbmlParse::kHeader || !header.size) return false;
  const auto rest = rest_.subspan(header.bytes);
  if (*header.size > rest.size()) return false;
  id_ = header.id;
  data_ = rest.first(static_cast<std::size_t>(*header.size));
  rest_ = rest.subspan(data_.size());
  return true;
}

}  // namespace sdkpp::container
