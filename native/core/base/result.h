#pragma once

#include <utility>
#include <variant>

namespace sdkpp {

/// A value, or the reason why there is none. `E` is a small `enum class` of the room that fails.
template <class T, class E>
class [[nodiscard]] Result {
 public:
  constexpr Result(T value) : state_(std::in_place_index<0>, std::move(value)) {}
  constexpr Result(E error) : state_(std::in_place_index<1>, error) {}

  [[nodiscard]] constexpr bool ok() const noexcept { return state_.index() == 0; }
  constexpr explicit operator bool() const noexcept { return ok(); }

  /// Only when ok().
  [[nodiscard]] constexpr T& value() noexcept { return *std::get_if<0>(&state_); }
  [[nodiscard]] constexpr const T& value() const noexcept { return *std::get_if<0>(&state_); }
  constexpr T& operator*() noexcept { return value(); }
  constexpr const T& operator*() const noexcept { return value(); }
  constexpr T* operator->() noexcept { return &value(); }
  constexpr const T* operator->() const noexcept { return &value(); }

  /// Only when not ok().
  [[nodiscard]] constexpr E error() const noexcept { return *std::get_if<1>(&state_); }

 private:
  std::variant<T, E> state_;
};

}  // namespace sdkpp
