#pragma once

#include <cstdint>
#include <optional>

#include "core/base/byte_reader.h"
#include "core/base/byte_writer.h"

namespace sdkpp::dave {

/// An unsigned number in groups of 7 bits, least significant group first.
struct Uleb128 {
  std::uint64_t value = 0;
  /// It had more than 64 bits; `value` has the lowest.
  bool overflow = false;
};

/// Reads an untrusted number of at most 10 bytes; nothing when it does not end by then.
[[nodiscard]] constexpr std::optional<Uleb128> ReadUleb128(ByteReader& in) noexcept {
  constexpr int kMaxBytes = 10;
  Uleb128 number;
  for (int at = 0; at < kMaxBytes; ++at) {
    const std::uint8_t byte = in.U8();
    if (!in.ok()) return std::nullopt;
    const std::uint64_t group = byte & 0x7fU;
    const int shift = 7 * at;
    number.value |= group << shift;
    if (group << shift >> shift != group) number.overflow = true;
    if ((byte & 0x80U) == 0) return number;
  }
  return std::nullopt;
}

constexpr void WriteUleb128(ByteWriter& out, std::uint64_t value) noexcept {
  for (; value >= 0x80U; value >>= 7) out.U8(static_cast<std::uint8_t>(value | 0x80U));
  out.U8(static_cast<std::uint8_t>(value));
}

}  // namespace sdkpp::dave
