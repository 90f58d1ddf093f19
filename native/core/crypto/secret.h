#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include "core/crypto/wipe.h"

namespace sdkpp::crypto {

/// Up to 32 secret bytes, wiped when they are replaced or go out of scope.
class Secret {
 public:
  static constexpr std::size_t kCapacity = 32;

  Secret() noexcept = default;
  /// Bytes beyond the capacity are left out.
  explicit Secret(std::span<const std::uint8_t> bytes) noexcept {
    std::ranges::copy(bytes.first(std::min(bytes.size(), kCapacity)), Resize(bytes.size()).begin());
  }
  Secret(const Secret& other) noexcept : Secret(other.bytes()) {}
  Secret& operator=(const Secret& other) noexcept {
    if (this != &other) std::ranges::copy(other.bytes(), Resize(other.size_).begin());
    return *this;
  }
  ~Secret() { Wipe(bytes_); }

  [[nodiscard]] std::span<const std::uint8_t> bytes() const noexcept {
    return std::span(bytes_).first(size_);
  }
  /// Wipes what was there and gives room to write `size` bytes, at most 32.
  [[nodiscard]] std::span<std::uint8_t> Resize(std::size_t size) noexcept {
    Wipe(bytes_);
    size_ = std::min(size, kCapacity);
    return std::span(bytes_).first(size_);
  }
  void Clear() noexcept { (void)Resize(0); }

 private:
  std::array<std::uint8_t, kCapacity> bytes_{};
  std::size_t size_ = 0;
};

}  // namespace sdkpp::crypto
