#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>

#include "core/container/demuxer.h"

namespace sdkpp::fuzz {

/// What a demuxer makes of bytes that come in pieces, as one number.
inline std::uint64_t DemuxSum(container::Demuxer& demuxer, std::span<const std::uint8_t> bytes,
                              std::size_t piece) {
  std::uint64_t sum = 1469598103934665603U;
  const auto add = [&sum](std::uint64_t value) { sum = (sum ^ value) * 1099511628211U; };
  while (true) {
    demuxer.Allow(piece);
    const auto next = demuxer.Next();
    const auto& packet = next.packet;
    if (next.what == container::Demuxing::kEnd) break;
    if (next.what == container::Demuxing::kStream) add(static_cast<std::uint64_t>(demuxer.head().pre_skip));
    if (next.what == container::Demuxing::kPacket) {
      for (const std::uint8_t byte : packet.bytes) add(byte);
      add(packet.bytes.size());
      add(static_cast<std::uint64_t>(packet.start.value_or(-7)));
      add(static_cast<std::uint64_t>(packet.end.value_or(-7)));
      add(static_cast<std::uint64_t>(packet.padding));
      add(packet.follows_hole ? 1 : 0);
    }
    if (next.what != container::Demuxing::kNeedsBytes) continue;
    const std::size_t taken = demuxer.Write(bytes.first(std::min(piece, bytes.size())));
    if (taken == 0 && !bytes.empty()) __builtin_trap();
    bytes = bytes.subspan(taken);
    if (bytes.empty()) demuxer.Finish();
  }
  add(demuxer.losses().bytes);
  add(demuxer.losses().pages);
  add(demuxer.losses().packets);
  return sum;
}

}  // namespace sdkpp::fuzz
