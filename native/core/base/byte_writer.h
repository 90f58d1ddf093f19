#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>

namespace sdkpp {

/// Writes numbers into a fixed buffer. A write past the end is dropped and makes ok() false for good.
class ByteWriter {
 public:
  constexpr explicit ByteWriter(std::span<std::uint8_t> buffer) noexcept : buffer_(buffer) {}

  [[nodiscard]] constexpr bool ok() const noexcept { return ok_; }
  [[nodiscard]] constexpr std::size_t size() const noexcept { return at_; }
  [[nodiscard]] constexpr std::span<std::uint8_t> written() const noexcept { return buffer_.first(at_); }

  constexpr void U8(std::uint8_t value) noexcept { BigEndian(value, 1); }
  constexpr void U16(std::uint16_t value) noexcept { BigEndian(value, 2); }
  constexpr void U32(std::uint32_t value) noexcept { BigEndian(value, 4); }
  constexpr void U64(std::uint64_t value) noexcept { BigEndian(value, 8); }
  constexpr void U16Le(std::uint16_t value) noexcept { LittleEndian(value, 2); }
  constexpr void U32Le(std::uint32_t value) noexcept { LittleEndian(value, 4); }
  constexpr void U64Le(std::uint64_t value) noexcept { LittleEndian(value, 8); }

  constexpr void Bytes(std::span<const std::uint8_t> bytes) noexcept {
    if (!Need(bytes.size())) return;
    std::ranges::copy(bytes, buffer_.begin() + static_cast<std::ptrdiff_t>(at_));
    at_ += bytes.size();
  }

  constexpr void Zeros(std::size_t count) noexcept {
    if (!Need(count)) return;
    std::fill_n(buffer_.begin() + static_cast<std::ptrdiff_t>(at_), count, std::uint8_t{0});
    at_ += count;
  }

 private:
  constexpr bool Need(std::size_t count) noexcept {
    if (!ok_ || count > buffer_.size() - at_) ok_ = false;
    return ok_;
  }

  constexpr void BigEndian(std::uint64_t value, std::size_t count) noexcept {
    if (!Need(count)) return;
    for (std::size_t i = count; i-- > 0;) buffer_[at_++] = static_cast<std::uint8_t>(value >> (8 * i));
  }

  constexpr void LittleEndian(std::uint64_t value, std::size_t count) noexcept {
    if (!Need(count)) return;
    for (std::size_t i = 0; i < count; ++i) buffer_[at_++] = static_cast<std::uint8_t>(value >> (8 * i));
  }

  std::span<std::uint8_t> buffer_;
  std::size_t at_ = 0;
  bool ok_ = true;
};

}  // namespace sdkpp
