#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

namespace sdkpp::crypto {

inline constexpr std::size_t kSha256Size = 32;
using Sha256Digest = std::array<std::uint8_t, kSha256Size>;

[[nodiscard]] Sha256Digest Sha256(std::span<const std::uint8_t> bytes) noexcept;

}  // namespace sdkpp::crypto
