#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "core/container/demuxer.h"

namespace sdkpp::test {

/// All that a demuxer made of some bytes.
struct DemuxedStream {
  struct Packet {
    std::vector<std::uint8_t> bytes;
    std::optional<std::int64_t> start;
    std::optional<std::int64_t> end;
    std::int64_t padding = 0;
    bool follows_hole = false;
    bool operator==(const Packet&) const = default;
  };

  std::vector<Packet> packets;
  std::vector<container::OpusHead> heads;
  std::vector<std::size_t> begins;  ///< packets before each of these

  [[nodiscard]] std::vector<std::size_t> Sizes() const {
    std::vector<std::size_t> sizes;
    for (const Packet& packet : packets) sizes.push_back(packet.bytes.size());
    return sizes;
  }
};

/// Reads all there is until more bytes are needed. False at the end.
inline bool Drain(container::Demuxer& demuxer, DemuxedStream& into) {
  while (true) {
    const auto next = demuxer.Next();
    switch (next.what) {
      case container::Demuxing::kStream:
        into.heads.push_back(demuxer.head());
        into.begins.push_back(into.packets.size());
        break;
      case container::Demuxing::kPacket:
        into.packets.push_back({{next.packet.bytes.begin(), next.packet.bytes.end()},
                                next.packet.start,
                                next.packet.end,
                                next.packet.padding,
                                next.packet.follows_hole});
        break;
      case container::Demuxing::kNeedsBytes:
        return true;
      case container::Demuxing::kWaits:
        demuxer.Allow(1);
        break;
      case container::Demuxing::kEnd:
        return false;
    }
  }
}

/// Writes the bytes in pieces of that size, and reads in between.
inline DemuxedStream Demux(container::Demuxer& demuxer, std::span<const std::uint8_t> bytes,
                           std::size_t piece) {
  DemuxedStream stream;
  while (!bytes.empty()) {
    const std::size_t taken = demuxer.Write(bytes.first(std::min(piece, bytes.size())));
    bytes = bytes.subspan(taken);
    if (!Drain(demuxer, stream)) return stream;
  }
  demuxer.Finish();
  (void)Drain(demuxer, stream);
  return stream;
}

}  // namespace sdkpp::test
