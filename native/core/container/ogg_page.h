#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace sdkpp::container {

/// "OggS": a page begins with it.
inline constexpr std::array<std::uint8_t, 4> kOggCapture{0x4F, 0x67, 0x67, 0x53};
/// Bytes before a page's lacing values.
inline constexpr std::size_t kOggPageHeader = 27;
/// Bytes of the longest page.
inline constexpr std::size_t kMaxOggPage = kOggPageHeader + 255 + std::size_t{255} * 255;

/// The header of an Ogg page (RFC 3533).
struct OggPage {
  static constexpr std::uint8_t kContinued = 1;
  static constexpr std::uint8_t kFirst = 2;
  static constexpr std::uint8_t kLast = 4;

  std::uint8_t flags = 0;
  std::int64_t position = -1;  ///< behind the last packet that ends in it; -1: none does
  std::uint32_t serial = 0;
  std::uint32_t number = 0;
  std::size_t laces = 0;  ///< how many lacing values stand behind the header
  std::size_t size = 0;   ///< of the whole page
};

enum class OggPageParse {
  kPage,
  kShort,    ///< may become one with more bytes
  kNone,     ///< no page begins here
  kDamaged,  ///< what looked like a page has another checksum; `size` was read in vain
};

/// The page at the start of `bytes`, once all of it is there. Its checksum is right.
[[nodiscard]] OggPageParse ParseOggPage(std::span<const std::uint8_t> bytes, OggPage& page) noexcept;

/// A page of one packet, which is shorter than 255 bytes. Allocates.
[[nodiscard]] std::vector<std::uint8_t> WriteOggPage(const OggPage& page,
                                                     std::span<const std::uint8_t> packet);

}  // namespace sdkpp::container
