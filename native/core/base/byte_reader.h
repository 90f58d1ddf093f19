#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace sdkpp {

/// Reads numbers from untrusted bytes. A read past the end gives zeros and makes ok() false for good, so a
/// parser may read a whole header and check once.
class ByteReader {
 public:
  constexpr explicit ByteReader(std::span<const std::uint8_t> bytes) noexcept : bytes_(bytes) {}

  [[nodiscard]] constexpr bool ok() const noexcept { return ok_; }
  [[nodiscard]] constexpr std::size_t remaining() const noexcept { return bytes_.size() - at_; }
  [[nodiscard]] constexpr std::size_t position() const noexcept { return at_; }

  constexpr std::uint8_t U8() noexcept { return static_cast<std::uint8_t>(BigEndian(1)); }
  constexpr std::uint16_t U16() noexcept { return static_cast<std::uint16_t>(BigEndian(2)); }
  constexpr std::uint32_t U32() noexcept { return static_cast<std::uint32_t>(BigEndian(4)); }
  constexpr std::uint64_t U64() noexcept { return BigEndian(8); }
  constexpr std::uint16_t U16Le() noexcept { return static_cast<std::uint16_t>(LittleEndian(2)); }
  constexpr std::uint32_t U32Le() noexcept { return static_cast<std::uint32_t>(LittleEndian(4)); }
  constexpr std::uint64_t U64Le() noexcept { return LittleEndian(8); }

  /// The next `count` bytes, empty when there are fewer.
  constexpr std::span<const std::uint8_t> Bytes(std::size_t count) noexcept {
    if (!Need(count)) return {};
    auto part = bytes_.subspan(at_, count);
    at_ += count;
    return part;
  }

  constexpr std::span<const std::uint8_t> Rest() noexcept { return Bytes(remaining()); }
  constexpr void Skip(std::size_t count) noexcept { (void)Bytes(count); }

 private:
  constexpr bool Need(std::size_t count) noexcept {
    if (!ok_ || count > remaining()) ok_ = false;
    return ok_;
  }

  constexpr std::uint64_t BigEndian(std::size_t count) noexcept {
    std::uint64_t value = 0;
    for (const std::uint8_t byte : Bytes(count)) value = (value << 8) | byte;
    return value;
  }

  constexpr std::uint64_t LittleEndian(std::size_t count) noexcept {
    std::uint64_t value = 0;
    int shift = 0;
    for (const std::uint8_t byte : Bytes(count)) {
      value |= static_cast<std::uint64_t>(byte) << shift;
      shift += 8;
    }
    return value;
  }

  std::span<const std::uint8_t> bytes_;
  std::size_t at_ = 0;
  bool ok_ = true;
};

}  // namespace sdkpp
