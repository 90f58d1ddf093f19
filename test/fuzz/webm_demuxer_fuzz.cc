// Arbitrary bytes as a WebM stream, in pieces as large as the first byte says: they have to give the same as
// the whole.

#include <cstddef>
#include <cstdint>
#include <span>

#include "core/container/webm_demuxer.h"
#include "demux_sum.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return 0;
  const std::span bytes(data + 1, size - 1);
  sdkpp::container::WebmDemuxer whole;
  sdkpp::container::WebmDemuxer pieces;
  if (sdkpp::fuzz::DemuxSum(whole, bytes, bytes.size()) !=
      sdkpp::fuzz::DemuxSum(pieces, bytes, 1U + data[0])) {
    __builtin_trap();
  }
  for (const std::int64_t sample : {std::int64_t{0}, std::int64_t{48'000}}) (void)whole.CueFor(sample);
  return 0;
}
