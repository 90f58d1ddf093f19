#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

namespace sdkpp::container {

/// Bytes of it that say how long it is.
inline constexpr std::size_t kId3Header = 10;

/// How long the ID3v2 tag is with which the bytes begin, its header and footer included; nothing when they
/// begin with none, or with less of it than kId3Header.
[[nodiscard]] std::optional<std::size_t> Id3TagSize(std::span<const std::uint8_t> bytes) noexcept;

}  // namespace sdkpp::container
