#pragma once

#include <bit>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <type_traits>

#include "core/base/byte_writer.h"
#include "core/base/field.h"
#include "core/base/instant.h"
#include "core/base/strong.h"

namespace sdkpp {

/// Writes a record, field by field, into a fixed buffer: what a FieldReader of this or of another version
/// reads. A field that does not fit is dropped and makes ok() false for good. Never allocates.
class FieldWriter {
 public:
  /// Points in time are written as their distance from `now`: each process has a time line of its own.
  FieldWriter(std::span<std::uint8_t> room, Instant now) noexcept : out_(room), room_(room), now_(now) {}

  [[nodiscard]] bool ok() const noexcept { return out_.ok(); }
  [[nodiscard]] std::span<const std::uint8_t> written() const noexcept { return out_.written(); }
  [[nodiscard]] Instant now() const noexcept { return now_; }

  /// As few bytes as it takes, big endian; signed ones in two's complement.
  template <std::integral T>
  void Number(Field field, T value) noexcept {
    const auto raw = static_cast<std::uint64_t>(value);
    Head(field, SizeOf(value));
    for (std::size_t left = SizeOf(value); left-- > 0;) out_.U8(static_cast<std::uint8_t>(raw >> (8 * left)));
  }
  template <class T>
  requires std::is_enum_v<T>
  void Number(Field field, T value) noexcept { Number(field, static_cast<std::underlying_type_t<T>>(value)); }
  template <class Tag, class Raw>
  void Number(Field field, Strong<Tag, Raw> value) noexcept {
    Number(field, value.raw());
  }
  void Number(Field field, float value) noexcept { Number(field, std::bit_cast<std::uint32_t>(value)); }
  void Number(Field field, double value) noexcept { Number(field, std::bit_cast<std::uint64_t>(value)); }
  void Number(Field field, Duration value) noexcept { Number(field, std::int64_t{value.count()}); }
  /// Left out when there is none.
  template <class T>
  void Number(Field field, const std::optional<T>& value) noexcept {
    if (value) Number(field, *value);
  }

  /// Time left, or past. The zero of a time line says "never", and is left out.
  void Time(Field field, Instant at) noexcept {
    if (at != Instant{}) Number(field, at - now_);
  }
  void Time(Field field, const std::optional<Instant>& at) noexcept {
    if (at) Number(field, *at - now_);
  }

  void Bytes(Field field, std::span<const std::uint8_t> bytes) noexcept {
    Head(field, bytes.size());
    out_.Bytes(bytes);
  }
  void Text(Field field, std::string_view text) noexcept {
    Head(field, text.size());
    for (const char each : text) out_.U8(static_cast<std::uint8_t>(each));
  }

  /// A record as a field; `write` gets this writer.
  template <class Write>
  void Record(Field field, const Write& write) noexcept {
    const std::size_t begin = out_.size();
    Head(field, 0);
    write(*this);
    if (!ok()) return;
    ByteWriter head(room_.subspan(begin, kFieldHeadSize));
    WriteHead(head, field, out_.size() - begin - kFieldHeadSize);
  }

  /// The record of an object that saves itself.
  template <class Owner>
  void Part(Field field, const Owner& part) noexcept {
    Record(field, [&](FieldWriter& out) noexcept { part.Save(out); });
  }

 private:
  template <class T>
  [[nodiscard]] static std::size_t SizeOf(T value) noexcept {
    if constexpr (std::signed_integral<T>) {
      // the highest bit that is kept says the sign
      const auto magnitude =
          static_cast<std::uint64_t>(value < 0 ? ~std::int64_t{value} : std::int64_t{value});
      return value == 0 ? 0 : static_cast<std::size_t>(std::bit_width(magnitude)) / 8 + 1;
    } else {
      return (static_cast<std::size_t>(std::bit_width(std::uint64_t{value})) + 7) / 8;
    }
  }
  /// A content that its size cannot tell does not fit.
  static void WriteHead(ByteWriter& out, Field field, std::size_t size) noexcept {
    if (size > kMaxFieldSize) return out.Zeros(size);
    out.U8(field.number);
    out.U8(static_cast<std::uint8_t>(size >> 16));
    out.U16(static_cast<std::uint16_t>(size));
  }
  void Head(Field field, std::size_t size) noexcept { WriteHead(out_, field, size); }

  ByteWriter out_;
  std::span<std::uint8_t> room_;
  Instant now_;
};

}  // namespace sdkpp
