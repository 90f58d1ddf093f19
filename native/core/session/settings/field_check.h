#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <string_view>

/// The checks that a field of settings.def or encoder_settings.def can name: what JavaScript may pass, and
/// how the value reaches C++. `addon::Arguments` reads them; scripts/native-declaration.mjs turns each into a
/// TypeScript type.
namespace sdkpp::session::field {

/// A boolean.
struct Flag {};

/// A number, both ends included. A field of type int takes its integral part.
struct Number {
  double least;
  double most;
};

/// A number without a fraction, both ends included.
struct Integer {
  int least;
  int most;

  [[nodiscard]] constexpr bool Accepts(int value) const noexcept { return value >= least && value <= most; }
};

/// An enumerator by its number, 0 to `last`.
struct Enumerator {
  int last;
};

/// One of the listed integers, in ascending order.
template <std::size_t kCount>
struct OneOf {
  std::array<int, kCount> values;

  [[nodiscard]] constexpr bool Accepts(int value) const noexcept {
    return std::ranges::find(values, value) != values.end();
  }
};
template <class... Value>
OneOf(Value...) -> OneOf<sizeof...(Value)>;

/// A duration as a number of milliseconds, both ends included. The field is a Duration.
struct Milliseconds {
  double least;
  double most;
};

/// One of the listed strings; the field takes its index.
template <std::size_t kCount>
struct Choice {
  std::array<std::string_view, kCount> names;
};
template <class... Name>
Choice(Name...) -> Choice<sizeof...(Name)>;

/// A user id: a bigint, 0 to 2^64-1.
struct User {};

/// An object with the properties of encoder_settings.def.
struct Encoder {};

}  // namespace sdkpp::session::field
