#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "decoder/place_search.h"
#include "support/streaming.h"

namespace sdkpp::test {

struct Searched {
  std::optional<decoder::StreamPlace> place;
  unsigned reads = 0;
  std::size_t bytes = 0;  ///< that were read
};

/// Looks for a place in a file of which `known` bytes were read already.
inline Searched Search(std::span<const std::uint8_t> file, std::uint32_t start_ms,
                       std::size_t known = 16'384) {
  Searched searched;
  const auto search =
      decoder::MakePlaceSearch(file.first(std::min(known, file.size())), file.size(), start_ms);
  if (!search) return searched;
  while (const auto wanted = search->Wanted()) {
    const std::size_t from = std::min<std::size_t>(wanted->position, file.size());
    const auto bytes = file.subspan(from, std::min(wanted->size, file.size() - from));
    ++searched.reads;
    searched.bytes += bytes.size();
    search->Give(bytes);
  }
  searched.place = search->Found();
  return searched;
}

/// The sound of a stream behind the part that is left out.
struct Heard {
  std::vector<std::vector<std::uint8_t>> packets;
  std::vector<std::pair<std::uint32_t, std::uint32_t>> trims;
  std::vector<std::int16_t> pcm;
  bool has_losses = false;

  friend bool operator==(const Heard&, const Heard&) = default;
};

inline Heard Hear(std::span<const std::uint8_t> bytes, double skip_ms) {
  Streaming stream(skip_ms);
  stream.PlayAll(bytes, 8192);
  return {stream.packets, stream.trims, stream.pcm, stream.source->losses().any()};
}

/// Packets of 20 ms of which each is unlike the others; the second half of them is long.
inline std::vector<std::vector<std::uint8_t>> UnevenPackets(std::size_t count) {
  std::vector<std::vector<std::uint8_t>> packets;
  for (std::size_t at = 0; at < count; ++at) {
    std::vector<std::uint8_t> packet = CeltPacket(at < count / 2 ? 40 + at % 50 : 200 + at % 90);
    for (std::size_t byte = 0; byte < 4; ++byte)
      packet[1 + byte] = static_cast<std::uint8_t>(at >> (8 * byte));
    packets.push_back(std::move(packet));
  }
  return packets;
}

/// The stream that begins at a place.
inline std::vector<std::uint8_t> From(std::span<const std::uint8_t> file, const decoder::StreamPlace& place) {
  std::vector<std::uint8_t> stream = place.head;
  const auto rest = file.subspan(static_cast<std::size_t>(place.position));
  stream.insert(stream.end(), rest.begin(), rest.end());
  return stream;
}

}  // namespace sdkpp::test
