#pragma once

#include <cstddef>
#include <memory>
#include <new>
#include <span>
#include <utility>

#include "core/base/reserve.h"

namespace sdkpp {

/// A vector of a fixed capacity whose elements are made when they are needed. All memory is reserved at
/// the beginning, and what was not needed yet is not touched: the system lends no page for it.
template <class T, std::size_t kMost>
class FixedVector {
  static_assert(alignof(T) <= __STDCPP_DEFAULT_NEW_ALIGNMENT__);

 public:
  /// Allocates.
  FixedVector() : own_(new std::byte[sizeof(T) * kMost]), memory_(own_.get()) {}
  /// Its memory is of `reserve`, which must live longer.
  explicit FixedVector(Reserve& reserve) : memory_(reserve.Take(sizeof(T) * kMost)) {}
  ~FixedVector() { Clear(); }
  FixedVector(const FixedVector&) = delete;
  FixedVector& operator=(const FixedVector&) = delete;

  /// One more element, or nullptr when it is full.
  [[nodiscard]] T* Add() noexcept { return size_ < kMost ? std::construct_at(data() + size_++) : nullptr; }
  void Clear() noexcept { std::destroy_n(data(), std::exchange(size_, 0)); }

  [[nodiscard]] std::size_t size() const noexcept { return size_; }
  [[nodiscard]] T* data() noexcept { return std::launder(reinterpret_cast<T*>(memory_)); }
  [[nodiscard]] const T* data() const noexcept { return std::launder(reinterpret_cast<const T*>(memory_)); }
  [[nodiscard]] T& operator[](std::size_t at) noexcept { return data()[at]; }
  [[nodiscard]] const T& operator[](std::size_t at) const noexcept { return data()[at]; }
  [[nodiscard]] T* begin() noexcept { return data(); }
  [[nodiscard]] T* end() noexcept { return data() + size_; }
  [[nodiscard]] const T* begin() const noexcept { return data(); }
  [[nodiscard]] const T* end() const noexcept { return data() + size_; }
  [[nodiscard]] std::span<T> all() noexcept { return {data(), size_}; }

 private:
  std::unique_ptr<std::byte[]> own_;
  std::byte* memory_;
  std::size_t size_ = 0;
};

}  // namespace sdkpp
