// Arbitrary bytes as a stream in which a place is looked for. The first byte says which checksums are put
// right, the second how the stream becomes long enough to be halved – it repeats, or there are zeros in its
// middle – and the third how far the place is. A search ends after some reads, and what it finds lies in the
// stream and not behind the place.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "decoder/bisection.h"
#include "decoder/place_search.h"
#include "flac_repair.h"
#include "ogg_repair.h"

namespace {

using namespace sdkpp;

constexpr unsigned kMostReads = decoder::Bisection::kMostReads + 20;
constexpr std::size_t kKnown = 4096;

/// A long stream of few bytes.
struct LongStream {
  std::vector<std::uint8_t> bytes;
  std::uint64_t size;
  bool has_zeros;  ///< between its halves; otherwise the bytes come again and again

  [[nodiscard]] std::uint8_t At(std::uint64_t at) const {
    if (!has_zeros) return bytes[at % bytes.size()];
    const std::uint64_t half = bytes.size() / 2;
    if (at < half) return bytes[at];
    const std::uint64_t left = size - at;
    return left <= bytes.size() - half ? bytes[bytes.size() - left] : 0;
  }
  [[nodiscard]] std::vector<std::uint8_t> Part(const decoder::WantedBytes& wanted) const {
    std::vector<std::uint8_t> part;
    const std::uint64_t end = std::min<std::uint64_t>(size, wanted.position + wanted.size);
    for (std::uint64_t at = wanted.position; at < end; ++at) part.push_back(At(at));
    return part;
  }
};

LongStream StreamOf(const std::uint8_t* data, std::size_t size) {
  constexpr unsigned kZeros = 0x80;
  std::vector<std::uint8_t> bytes(data + 3, data + size);
  if ((data[0] & 1) != 0) fuzz::RepairOggPages(bytes);
  if ((data[0] & 2) != 0) fuzz::RepairFlacHeaders(bytes);
  const bool has_zeros = (data[0] & kZeros) != 0;
  const std::uint64_t unit = has_zeros ? kKnown : bytes.size();
  const std::uint64_t whole = bytes.size() + unit * data[1];
  return {.bytes = std::move(bytes), .size = whole, .has_zeros = has_zeros};
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size < 4) return 0;
  const LongStream stream = StreamOf(data, size);
  const std::uint32_t start_ms = data[2] * std::uint32_t{500};
  const auto search = decoder::MakePlaceSearch(stream.Part({.size = kKnown}), stream.size, start_ms);
  if (!search) return 0;
  unsigned reads = 0;
  while (const auto wanted = search->Wanted()) {
    if (++reads > kMostReads || wanted->size == 0) __builtin_trap();
    search->Give(stream.Part(*wanted));
  }
  const auto place = search->Found();
  if (place && (place->position >= stream.size || place->skip_ms < 0 || place->skip_ms > start_ms))
    __builtin_trap();
  return 0;
}
