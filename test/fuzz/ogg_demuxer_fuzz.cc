// Arbitrary bytes as an Ogg Opus stream. The first byte says whether the checksums of all pages are put
// right, so that the fuzzer gets past them, and how large the pieces are: they have to give the same as the
// whole.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "core/container/ogg_demuxer.h"
#include "demux_sum.h"
#include "ogg_repair.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return 0;
  std::vector<std::uint8_t> bytes(data + 1, data + size);
  if ((data[0] & 1) != 0) sdkpp::fuzz::RepairOggPages(bytes);
  sdkpp::container::OggDemuxer whole;
  sdkpp::container::OggDemuxer pieces;
  if (sdkpp::fuzz::DemuxSum(whole, bytes, bytes.size()) !=
      sdkpp::fuzz::DemuxSum(pieces, bytes, 1U + data[0] / 2)) {
    __builtin_trap();
  }
  return 0;
}
