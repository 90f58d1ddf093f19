// Arbitrary bytes as a stream in which a place is looked for. The first byte says whether checksums are put
// right, the second how often the stream repeats, so that it is long enough to be halved, and the third how
// far the place is. A search ends after some reads, and what it finds lies in the stream and not behind the
// place.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "decoder/bisection.h"
#include "decoder/place_search.h"
#include "ogg_repair.h"

namespace {

using namespace sdkpp;

constexpr unsigned kMostReads = decoder::Bisection::kMostReads + 20;
constexpr std::size_t kKnown = 4096;

/// Of the bytes that come again and again.
std::vector<std::uint8_t> PartOf(const std::vector<std::uint8_t>& bytes, std::uint64_t size,
                                 const decoder::WantedBytes& wanted) {
  std::vector<std::uint8_t> part;
  const std::uint64_t end = std::min<std::uint64_t>(size, wanted.position + wanted.size);
  for (std::uint64_t at = wanted.position; at < end; ++at) part.push_back(bytes[at % bytes.size()]);
  return part;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size < 4) return 0;
  std::vector<std::uint8_t> bytes(data + 3, data + size);
  if ((data[0] & 1) != 0) fuzz::RepairOggPages(bytes);
  const std::uint64_t whole = bytes.size() * (std::uint64_t{1} + data[1]);
  const std::uint32_t start_ms = data[2] * std::uint32_t{500};
  const auto search =
      decoder::MakePlaceSearch(std::span(bytes).first(std::min(bytes.size(), kKnown)), whole, start_ms);
  if (!search) return 0;
  unsigned reads = 0;
  while (const auto wanted = search->Wanted()) {
    if (++reads > kMostReads || wanted->size == 0) __builtin_trap();
    search->Give(PartOf(bytes, whole, *wanted));
  }
  const auto place = search->Found();
  if (place && (place->position >= whole || place->skip_ms < 0 || place->skip_ms > start_ms))
    __builtin_trap();
  return 0;
}
