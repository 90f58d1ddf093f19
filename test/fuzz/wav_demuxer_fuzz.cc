// Arbitrary bytes as a WAV stream, in pieces as large as the first byte says: they have to give the same as
// the whole, and as many samples as the reader of files.

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>

#include "core/audio/wav_reader.h"
#include "core/container/wav_demuxer.h"

namespace {

using sdkpp::container::WavDemuxer;
using sdkpp::container::WavDemuxing;

struct Sum {
  std::uint64_t frames = 0;
  std::uint64_t values = 0;
  bool operator==(const Sum&) const = default;
};

Sum SumOf(WavDemuxer& demuxer, std::span<const std::uint8_t> bytes, std::size_t piece) {
  Sum sum;
  std::array<float, 64> out;
  while (true) {
    const auto next = demuxer.Next(out);
    if (next.what == WavDemuxing::kEnd) return sum;
    sum.frames += next.frames;
    for (std::size_t i = 0;
         next.frames > 0 && i < next.frames * static_cast<std::size_t>(demuxer.format().channels); ++i)
      sum.values = sum.values * 31 + std::bit_cast<std::uint32_t>(out[i]);
    if (next.what != WavDemuxing::kNeedsBytes) continue;
    const std::size_t taken = demuxer.Write(bytes.first(std::min(piece, bytes.size())));
    if (taken == 0 && !bytes.empty() && !demuxer.refusal()) __builtin_trap();
    bytes = bytes.subspan(taken);
    if (bytes.empty()) demuxer.Finish();
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return 0;
  const std::span bytes(data + 1, size - 1);
  WavDemuxer whole(bytes.size());
  WavDemuxer pieces(bytes.size());
  const Sum sum = SumOf(whole, bytes, bytes.size());
  if (!(sum == SumOf(pieces, bytes, 1U + data[0]))) __builtin_trap();
  const auto reader = sdkpp::audio::WavReader::Open({bytes.begin(), bytes.end()});
  if (reader ? reader->frames() != sum.frames : sum.frames != 0) __builtin_trap();
  return 0;
}
