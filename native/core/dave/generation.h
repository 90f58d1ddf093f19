#pragma once

#include <cstdint>

namespace sdkpp::dave {

/// Number of a key within one ratchet. A frame's nonce carries its lowest 8 bits as its own highest.
using Generation = std::uint32_t;

inline constexpr int kGenerationShift = 24;
/// Frames that a ratchet has numbers for.
inline constexpr std::uint64_t kFrameNumbers = std::uint64_t{1} << (32 + kGenerationShift);

/// The first generation from `from` on that has the 8 bits of `nonce`.
[[nodiscard]] constexpr Generation WidenGeneration(Generation from, std::uint32_t nonce) noexcept {
  const Generation low = nonce >> kGenerationShift;
  return (from / 256 + (low < from % 256 ? 1 : 0)) * 256 + low;
}

[[nodiscard]] constexpr Generation GenerationOf(std::uint64_t frame_number) noexcept {
  return static_cast<Generation>(frame_number >> kGenerationShift);
}

/// Number of a frame among all frames of a ratchet.
[[nodiscard]] constexpr std::uint64_t FrameNumber(Generation generation, std::uint32_t nonce) noexcept {
  return std::uint64_t{generation} << kGenerationShift | (nonce & 0xff'ffffU);
}

}  // namespace sdkpp::dave
