#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "core/crypto/wipe.h"

namespace sdkpp::crypto {

/// A saved record, with keys in it: wiped when it goes.
class SavedBytes {
 public:
  explicit SavedBytes(std::size_t size) : bytes_(size), size_(size) {}
  ~SavedBytes() { Wipe(bytes_); }
  SavedBytes(SavedBytes&& other) noexcept
      : bytes_(std::move(other.bytes_)), size_(std::exchange(other.size_, 0)) {}
  SavedBytes(const SavedBytes&) = delete;
  SavedBytes& operator=(const SavedBytes&) = delete;
  SavedBytes& operator=(SavedBytes&&) = delete;

  /// To write into.
  [[nodiscard]] std::span<std::uint8_t> all() noexcept { return bytes_; }
  /// So many of them are the record.
  void Keep(std::size_t size) noexcept { size_ = size; }
  [[nodiscard]] std::span<const std::uint8_t> bytes() const noexcept {
    return std::span(bytes_).first(size_);
  }

 private:
  std::vector<std::uint8_t> bytes_;
  std::size_t size_;
};

}  // namespace sdkpp::crypto
