#pragma once

#include <bit>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <string_view>
#include <type_traits>

#include "core/base/byte_reader.h"
#include "core/base/field.h"
#include "core/base/instant.h"
#include "core/base/strong.h"

namespace sdkpp {

/// Reads a record that a FieldWriter of this or of another version wrote. Fields come in any order, unknown
/// ones are passed over. A field that must be there and is not gives zeros; the first fault stays, so that a
/// whole record may be read and checked once.
class FieldReader {
 public:
  /// `record` names what is read, for errors. `fault` gets the first problem, and must live as long as this.
  /// `age`: how long ago the record was written, when that matters.
  FieldReader(std::span<const std::uint8_t> bytes, Instant now, std::string_view record, RestoreFault& fault,
              Duration age = {}) noexcept
      : bytes_(bytes), now_(now), written_(now - age), record_(record), fault_(fault) {
    if (!Scan(bytes)) Fail(RestoreProblem::kDamaged, {});
  }

  [[nodiscard]] bool ok() const noexcept { return !fault_; }
  [[nodiscard]] Instant now() const noexcept { return now_; }
  /// When the record was written: points in time are told from there. What was due meanwhile is due.
  [[nodiscard]] Instant written() const noexcept { return written_; }
  /// The field has a value that the record cannot have.
  void Refuse(Field field) noexcept { Fail(RestoreProblem::kOutOfRange, field.name); }

  /// An integer, a strong type, a float or a duration. Required.
  template <class T>
  [[nodiscard]] T Number(Field field) noexcept {
    const auto value = Maybe<T>(field);
    if (!value) Fail(RestoreProblem::kMissing, field.name);
    return value.value_or(T{});
  }
  /// The same, refused outside of these limits, both included. Required.
  template <class T>
  [[nodiscard]] T NumberIn(Field field, T least, T most) noexcept {
    const T value = Number<T>(field);
    if (value >= least && value <= most) return value;
    Refuse(field);
    return least;
  }
  /// An enumerator of those up to `last`. Required.
  template <class T>
  [[nodiscard]] T Enumerator(Field field, T last) noexcept {
    const auto value = Number<std::underlying_type_t<T>>(field);
    if (value >= 0 && value <= static_cast<std::underlying_type_t<T>>(last)) return static_cast<T>(value);
    Refuse(field);
    return T{};
  }
  /// Nothing when the field is not there: it has no value, or the writer did not know it yet.
  template <class T>
  [[nodiscard]] std::optional<T> Maybe(Field field) noexcept {
    const auto content = Find(field);
    if (!content) return std::nullopt;
    const auto value = Decode<T>(*content);
    if (!value) Refuse(field);
    return value;
  }

  [[nodiscard]] std::optional<Instant> MaybeTime(Field field) noexcept {
    const auto left = Maybe<Duration>(field);
    if (!left) return std::nullopt;
    if (*left > kFarthest || *left < -kFarthest) {
      Refuse(field);
      return std::nullopt;
    }
    return written_ + *left;
  }
  [[nodiscard]] Instant RequiredTime(Field field) noexcept {
    const auto at = MaybeTime(field);
    if (!at) Fail(RestoreProblem::kMissing, field.name);
    return at.value_or(Instant{});
  }
  /// The zero of a time line when it is not there.
  [[nodiscard]] Instant Time(Field field) noexcept { return MaybeTime(field).value_or(Instant{}); }

  /// The same of something that has happened.
  [[nodiscard]] Instant PastTime(Field field) noexcept {
    const Instant at = Time(field);
    if (at <= written_) return at;
    Refuse(field);
    return written_;
  }

  /// Required. The bytes lie in those of the reader.
  [[nodiscard]] std::span<const std::uint8_t> Bytes(Field field) noexcept {
    const auto content = Find(field);
    if (!content) Fail(RestoreProblem::kMissing, field.name);
    return content.value_or(std::span<const std::uint8_t>{});
  }
  /// Required, of exactly `size` bytes: zeros otherwise.
  template <std::size_t size>
  [[nodiscard]] std::span<const std::uint8_t, size> BytesOf(Field field) noexcept {
    static constexpr std::uint8_t kZeros[size] = {};
    const auto bytes = Bytes(field);
    if (bytes.size() == size) return bytes.template first<size>();
    Refuse(field);
    return std::span(kZeros);
  }
  [[nodiscard]] std::string_view Text(Field field) noexcept {
    const auto bytes = Bytes(field);
    return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
  }

  /// The record in a field. Required: an empty one otherwise.
  [[nodiscard]] FieldReader Record(Field field) noexcept { return Nested(field, Bytes(field)); }
  [[nodiscard]] std::optional<FieldReader> MaybeRecord(Field field) noexcept {
    const auto content = Find(field);
    return content ? std::optional(Nested(field, *content)) : std::nullopt;
  }
  /// Into a new object that restores itself. Required.
  template <class Owner>
  void Part(Field field, Owner& part) noexcept {
    FieldReader record = Record(field);
    part.Restore(record);
  }
  /// `take` gets a reader for each field of this number, in their order.
  template <class Take>
  void EachRecord(Field field, const Take& take) noexcept {
    ForEach([&](std::uint8_t number, std::span<const std::uint8_t> content) {
      if (number == field.number) take(Nested(field, content));
      return true;
    });
  }
  /// `take` gets the content of each field of this number.
  template <class Take>
  void EachBytes(Field field, const Take& take) noexcept {
    ForEach([&](std::uint8_t number, std::span<const std::uint8_t> content) {
      if (number == field.number) take(content);
      return true;
    });
  }
  /// `take` gets the content of each field of this number as a number.
  template <class T, class Take>
  void EachNumber(Field field, const Take& take) noexcept {
    ForEach([&](std::uint8_t number, std::span<const std::uint8_t> content) {
      if (number != field.number) return true;
      const auto value = Decode<T>(content);
      value ? take(*value) : Refuse(field);
      return true;
    });
  }

 private:
  /// No deadline is farther away; a sum with it never overflows.
  static constexpr Duration kFarthest = std::chrono::hours(24 * 365);

  template <class Take>
  void ForEach(const Take& take) noexcept {
    ByteReader in(bytes_);
    while (in.remaining() > 0) {
      const std::uint8_t number = in.U8();
      const std::size_t size = std::size_t{in.U8()} << 16 | in.U16();
      const auto content = in.Bytes(size);
      if (!in.ok() || !take(number, content)) return;
    }
  }
  [[nodiscard]] static bool Scan(std::span<const std::uint8_t> bytes) noexcept {
    ByteReader in(bytes);
    while (in.ok() && in.remaining() > 0) {
      in.Skip(1);
      in.Skip(std::size_t{in.U8()} << 16 | in.U16());
    }
    return in.ok();
  }
  [[nodiscard]] std::optional<std::span<const std::uint8_t>> Find(Field field) noexcept {
    std::optional<std::span<const std::uint8_t>> found;
    ForEach([&](std::uint8_t number, std::span<const std::uint8_t> content) {
      if (number == field.number) found = content;
      return !found;
    });
    return found;
  }
  [[nodiscard]] FieldReader Nested(Field field, std::span<const std::uint8_t> content) const noexcept {
    return {content, now_, field.name, fault_, now_ - written_};
  }

  template <class T>
  [[nodiscard]] static std::optional<T> Decode(std::span<const std::uint8_t> content) noexcept {
    if constexpr (std::same_as<T, float>) {
      const auto bits = Decode<std::uint32_t>(content);
      return bits ? std::optional(std::bit_cast<float>(*bits)) : std::nullopt;
    } else if constexpr (std::same_as<T, double>) {
      const auto bits = Decode<std::uint64_t>(content);
      return bits ? std::optional(std::bit_cast<double>(*bits)) : std::nullopt;
    } else if constexpr (std::same_as<T, Duration>) {
      const auto count = Decode<std::int64_t>(content);
      return count ? std::optional(Duration(*count)) : std::nullopt;
    } else if constexpr (std::integral<T>) {
      return DecodeInteger<T>(content);
    } else {
      using Raw = decltype(T{}.raw());
      const auto raw = Decode<Raw>(content);
      return raw ? std::optional(T(*raw)) : std::nullopt;
    }
  }
  template <std::integral T>
  [[nodiscard]] static std::optional<T> DecodeInteger(std::span<const std::uint8_t> content) noexcept {
    if (content.size() > 8) return std::nullopt;
    const bool negative = std::signed_integral<T> && !content.empty() && content[0] >= 0x80;
    std::uint64_t value = negative ? ~std::uint64_t{0} : 0;
    for (const std::uint8_t byte : content) value = value << 8 | byte;
    if constexpr (std::signed_integral<T>) {
      const auto wide = static_cast<std::int64_t>(value);
      if (wide < std::numeric_limits<T>::min() || wide > std::numeric_limits<T>::max()) return std::nullopt;
      return static_cast<T>(wide);
    } else {
      if (value > std::numeric_limits<T>::max()) return std::nullopt;
      return static_cast<T>(value);
    }
  }
  void Fail(RestoreProblem problem, std::string_view field) noexcept {
    if (!fault_) fault_ = {problem, record_, field};
  }

  std::span<const std::uint8_t> bytes_;
  Instant now_;
  Instant written_;
  std::string_view record_;
  RestoreFault& fault_;
};

}  // namespace sdkpp
