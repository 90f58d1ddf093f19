#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace sdkpp::fuzz {

inline std::uint32_t Checksum(const std::uint8_t* bytes, std::size_t size) {
  std::uint32_t sum = 0;
  for (std::size_t i = 0; i < size; ++i) {
    sum ^= std::uint32_t{bytes[i]} << 24;
    for (int bit = 0; bit < 8; ++bit) sum = (sum & 0x8000'0000U) != 0 ? (sum << 1) ^ 0x04C1'1DB7U : sum << 1;
  }
  return sum;
}

/// Puts the checksums of all pages right.
inline void RepairOggPages(std::vector<std::uint8_t>& file) {
  for (std::size_t at = 0; at + 27 <= file.size();) {
    const std::size_t laces = file[at + 26];
    if (at + 27 + laces > file.size()) return;
    std::size_t size = 27 + laces;
    for (std::size_t i = 0; i < laces; ++i) size += file[at + 27 + i];
    if (at + size > file.size()) return;
    std::fill_n(file.begin() + static_cast<std::ptrdiff_t>(at + 22), 4, std::uint8_t{0});
    const std::uint32_t sum = Checksum(&file[at], size);
    for (std::size_t i = 0; i < 4; ++i) file[at + 22 + i] = static_cast<std::uint8_t>(sum >> (8 * i));
    at += size;
  }
}

}  // namespace sdkpp::fuzz
