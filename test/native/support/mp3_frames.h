#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "support/file_bytes.h"

namespace sdkpp::test::mp3 {

using Bytes = std::vector<std::uint8_t>;

inline constexpr int kRate = 44'100;
inline constexpr std::size_t kFrame = 1152;

/// Bits of a frame, the first one highest.
struct Bits {
  Bytes bytes{};
  std::size_t count = 0;

  Bits& Put(std::uint32_t value, int width) {
    for (int bit = width - 1; bit >= 0; --bit, ++count) {
      if (count % 8 == 0) bytes.push_back(0);
      bytes.back() |= static_cast<std::uint8_t>((value >> bit & 1) << (7 - count % 8));
    }
    return *this;
  }
};

/// A mono frame of layer III, MPEG 1, 128 kbit/s, 44.1 kHz (ISO 11172-3, 2.4.1). Of its 576 lines one is not
/// zero: the one with the odd or even number `line`, in both granules. 0 bits of sound: silence.
inline Bytes Frame(int line) {
  constexpr std::size_t kSize = 417;
  Bits bits;
  bits.Put(0xFFFB90C0, 32);
  bits.Put(0, 9).Put(0, 5).Put(0, 4);
  const int pairs = line / 2;
  const std::uint32_t length = line < 0 ? 0 : static_cast<std::uint32_t>(pairs) + (line % 2 == 0 ? 3 : 4);
  for (int granule = 0; granule < 2; ++granule) {
    bits.Put(length, 12).Put(line < 0 ? 0 : static_cast<std::uint32_t>(pairs) + 1, 9).Put(200, 8).Put(0, 4);
    // no window switching, table 1 in each of three regions, the first of them as long as it can be
    bits.Put(0, 1).Put(1, 5).Put(1, 5).Put(1, 5).Put(15, 4).Put(7, 3).Put(0, 3);
  }
  for (int granule = 0; granule < 2 && line >= 0; ++granule) {
    for (int pair = 0; pair < pairs; ++pair) bits.Put(1, 1);
    // table 1: (1, 0) is 01, (0, 1) is 001; then the sign
    bits.Put(1, line % 2 == 0 ? 2 : 3).Put(0, 1);
  }
  bits.bytes.resize(kSize);
  return bits.bytes;
}

inline Bytes Frames(int line, int count) {
  FileBytes file;
  for (int i = 0; i < count; ++i) file.Bytes(Frame(line));
  return file.bytes;
}

}  // namespace sdkpp::test::mp3
