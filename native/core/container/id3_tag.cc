#include "core/container/id3_tag.h"

#include <algorithm>
#include <string_view>

namespace sdkpp::container {
namespace {

constexpr std::string_view kTagMark = "ID3";
constexpr std::uint8_t kHasFooter = 0x10;

}  // namespace

std::optional<std::size_t> Id3TagSize(std::span<const std::uint8_t> bytes) noexcept {
  if (bytes.size() < kId3Header) return std::nullopt;
  const bool is_tag = std::equal(kTagMark.begin(), kTagMark.end(), bytes.begin(), [](char letter, auto byte) {
    return static_cast<std::uint8_t>(letter) == byte;
  });
  if (!is_tag) return std::nullopt;
  std::size_t size = 0;
  // seven bits in each byte
  for (const std::uint8_t byte : bytes.subspan(6, 4)) size = size << 7 | (byte & 0x7FU);
  return size + kId3Header + ((bytes[5] & kHasFooter) != 0 ? kId3Header : 0);
}

}  // namespace sdkpp::container
