#pragma once

#include <bit>
#include <cstdint>
#include <initializer_list>
#include <span>
#include <string_view>
#include <vector>

#include "support/file_bytes.h"

namespace sdkpp::test::webm {

using Bytes = std::vector<std::uint8_t>;

inline Bytes Join(std::initializer_list<Bytes> parts) {
  FileBytes file;
  for (const Bytes& part : parts) file.Bytes(part);
  return file.bytes;
}

/// Big-endian, without leading zeros.
inline Bytes Number(std::uint64_t value) {
  Bytes bytes;
  for (int shift = 56; shift >= 0; shift -= 8) {
    if (value >> shift != 0 || shift == 0) bytes.push_back(static_cast<std::uint8_t>(value >> shift));
  }
  return bytes;
}

/// With a length marker, in as few bytes as possible or in `width`.
inline Bytes Size(std::uint64_t value, int width = 0) {
  if (width == 0) {
    for (width = 1; value >= (std::uint64_t{1} << (7 * width)) - 1;) ++width;
  }
  Bytes bytes;
  const std::uint64_t marked = value | std::uint64_t{1} << (7 * width);
  for (int shift = 8 * (width - 1); shift >= 0; shift -= 8)
    bytes.push_back(static_cast<std::uint8_t>(marked >> shift));
  return bytes;
}

inline Bytes Element(std::uint32_t id, const Bytes& data, int size_width = 0) {
  return Join({Number(id), Size(data.size(), size_width), data});
}

/// Of a size that is not known when it is written.
inline Bytes Open(std::uint32_t id, const Bytes& data, int width = 8) {
  return Join({Number(id), Size((std::uint64_t{1} << (7 * width)) - 1, width), data});
}

inline Bytes Text(std::string_view text) { return FileBytes().Text(text).bytes; }

inline Bytes Header() { return Element(0x1A45DFA3, Element(0x4282, Text("webm"))); }

inline Bytes Track(std::uint64_t number, const Bytes& head = OpusHead(), std::string_view codec = "A_OPUS",
                   const Bytes& more = {}) {
  return Element(0xAE, Join({Element(0xD7, Number(number)), Element(0x83, Number(2)),
                             Element(0x86, Text(codec)), Element(0x63A2, head), more}));
}

inline Bytes Tracks(const Bytes& entries) { return Element(0x1654AE6B, entries); }

/// Data of a block.
inline Bytes BlockOf(std::uint64_t track, int timestamp, const Bytes& payload, unsigned flags = 0x80) {
  const auto time = static_cast<unsigned>(timestamp);
  return Join({Size(track),
               {static_cast<std::uint8_t>(time >> 8), static_cast<std::uint8_t>(time)},
               {static_cast<std::uint8_t>(flags)},
               payload});
}

inline Bytes Simple(std::uint64_t track, int timestamp, const Bytes& payload, unsigned flags = 0x80) {
  return Element(0xA3, BlockOf(track, timestamp, payload, flags));
}

inline Bytes Group(std::uint64_t track, int timestamp, const Bytes& payload, const Bytes& more = {}) {
  return Element(0xA0, Join({Element(0xA1, BlockOf(track, timestamp, payload, 0)), more}));
}

inline Bytes Time(std::uint64_t timestamp) { return Element(0xE7, Number(timestamp)); }

inline Bytes Cluster(std::uint64_t timestamp, const Bytes& blocks) {
  return Element(0x1F43B675, Join({Time(timestamp), blocks}));
}

inline Bytes OpenCluster(std::uint64_t timestamp, const Bytes& blocks) {
  return Open(0x1F43B675, Join({Time(timestamp), blocks}));
}

inline Bytes Segment(const Bytes& data) { return Element(0x18538067, data, 8); }

}  // namespace sdkpp::test::webm
