#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "decoder/place_search.h"

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

/// The stream that begins at a place.
inline std::vector<std::uint8_t> From(std::span<const std::uint8_t> file, const decoder::StreamPlace& place) {
  std::vector<std::uint8_t> stream = place.head;
  const auto rest = file.subspan(static_cast<std::size_t>(place.position));
  stream.insert(stream.end(), rest.begin(), rest.end());
  return stream;
}

}  // namespace sdkpp::test
