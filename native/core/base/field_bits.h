#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include "core/base/field_reader.h"
#include "core/base/field_writer.h"

namespace sdkpp {

/// Writes `count` bits, `is_set(position)` each, as bytes up to the last bit that is set.
template <std::size_t count, class IsSet>
void SaveBits(FieldWriter& out, Field field, const IsSet& is_set) noexcept {
  std::array<std::uint8_t, (count + 7) / 8> bytes{};
  std::size_t size = 0;
  for (std::size_t at = 0; at < count; ++at) {
    if (!is_set(at)) continue;
    bytes[at / 8] = static_cast<std::uint8_t>(bytes[at / 8] | 1U << at % 8);
    size = at / 8 + 1;
  }
  out.Bytes(field, std::span(bytes).first(size));
}

/// Calls `set(position)` for each bit that SaveBits found set. Required; refused with a bit behind `count`.
template <std::size_t count, class Set>
void RestoreBits(FieldReader& in, Field field, const Set& set) noexcept {
  const auto bytes = in.Bytes(field);
  if (bytes.size() > (count + 7) / 8) return in.Refuse(field);
  for (std::size_t at = 0; at < bytes.size() * 8; ++at) {
    if ((bytes[at / 8] >> at % 8 & 1U) == 0) continue;
    at < count ? set(at) : in.Refuse(field);
  }
}

}  // namespace sdkpp
