#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace sdkpp::fuzz {

/// How long the header of a FLAC frame is, without its checksum.
inline std::size_t FlacHeaderSize(const std::uint8_t* frame) {
  std::size_t number = 1;
  for (int bit = 6; bit > 1 && (frame[4] & 0xC0) == 0xC0 && (frame[4] >> bit & 1) != 0; --bit) ++number;
  const int block = frame[2] >> 4;
  const int rate = frame[2] & 0xF;
  const std::size_t block_size = block == 7 ? 2 : block == 6 ? 1 : 0;
  const std::size_t rate_size = rate == 13 || rate == 14 ? 2 : rate == 12 ? 1 : 0;
  return 4 + number + block_size + rate_size;
}

/// Puts the checksums of the headers of all frames right.
inline void RepairFlacHeaders(std::vector<std::uint8_t>& file) {
  constexpr std::size_t kLongest = 17;
  for (std::size_t at = 0; at + kLongest < file.size(); ++at) {
    if (file[at] != 0xFF || (file[at + 1] & 0xFE) != 0xF8) continue;
    const std::size_t size = FlacHeaderSize(file.data() + at);
    unsigned sum = 0;
    for (std::size_t i = 0; i < size; ++i) {
      sum ^= file[at + i];
      for (int bit = 0; bit < 8; ++bit) sum = ((sum & 0x80) != 0 ? sum << 1 ^ 0x07 : sum << 1) & 0xFF;
    }
    file[at + size] = static_cast<std::uint8_t>(sum);
  }
}

}  // namespace sdkpp::fuzz
