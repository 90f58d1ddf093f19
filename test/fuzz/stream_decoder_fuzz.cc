// Arbitrary bytes as a stream of any kind, on the whole way from a ring of bytes to sound. The first byte
// says how large the pieces are, the second whether checksums are put right and whether sound is skipped.
// Pieces have to give the same as the whole, every step has to bring it nearer to its end, and the queues
// hold what they may.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "core/audio/pcm_queue.h"
#include "core/container/stream_probe.h"
#include "core/player/stream_source.h"
#include "decoder/stream_decoder.h"
#include "flac_repair.h"
#include "ogg_repair.h"

namespace {

using namespace sdkpp;
using player::SourceBlock;

struct Run {
  std::uint64_t sum = 1469598103934665603U;
  std::uint64_t steps = 0;
  bool ended = false;

  void Add(std::uint64_t value) { sum = (sum ^ value) * 1099511628211U; }
  void Play(player::StreamSource& source) {
    for (auto block = source.Next(); !ended; block = source.Next()) {
      ended = block.kind == SourceBlock::Kind::kEnd;
      if (block.kind == SourceBlock::Kind::kNothing) return;
      for (const std::uint8_t byte : block.opus) Add(byte);
      for (const std::int16_t value : block.pcm) Add(static_cast<std::uint16_t>(value));
      Add(block.opus_samples);
    }
  }
};

Run RunOf(std::span<const std::uint8_t> bytes, std::size_t piece, std::uint32_t skip_ms) {
  // of a step: a byte, or a packet or frame of one; samples of a FLAC frame are given in pieces
  const std::uint64_t most_steps = 10'000 + 300 * std::uint64_t{bytes.size()};
  auto feed = std::make_shared<player::StreamFeed>();
  player::StreamSource source(feed);
  decoder::StreamDecoder decoder(feed);
  feed->SetSkip(skip_ms);
  Run run;
  while (!run.ended) {
    const decoder::Progress progress = decoder.Step();
    if (++run.steps > most_steps) __builtin_trap();
    if (decoder.queued() > player::OpusSource::kQueuedSamples) __builtin_trap();
    if (progress == decoder::Progress::kWorked) continue;
    run.Play(source);
    if (progress == decoder::Progress::kOver && !run.ended) __builtin_trap();
    if (progress != decoder::Progress::kNeedsBytes) continue;
    const std::size_t taken = feed->Write(bytes.first(std::min(piece, bytes.size())));
    if (taken == 0 && !bytes.empty()) __builtin_trap();
    bytes = bytes.subspan(taken);
    if (bytes.empty()) feed->Finish();
  }
  const player::SourceLosses losses = source.losses();
  for (const std::uint64_t value : {losses.packets, losses.bytes, losses.pages, losses.before, losses.played})
    run.Add(value);
  run.Add(static_cast<std::uint64_t>(source.refusal()));
  return run;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size < 2) return 0;
  std::vector<std::uint8_t> bytes(data + 2, data + size);
  if ((data[1] & 1) != 0) {
    fuzz::RepairOggPages(bytes);
    fuzz::RepairFlacHeaders(bytes);
  }
  (void)container::ProbeStream(bytes, (data[1] & 2) != 0);
  const std::uint32_t skip_ms = data[1] / 4 * std::uint32_t{20};
  if (RunOf(bytes, bytes.size(), skip_ms).sum != RunOf(bytes, 1U + data[0], skip_ms).sum) __builtin_trap();
  return 0;
}
