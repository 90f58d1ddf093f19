#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "core/player/stream_source.h"
#include "decoder/stream_decoder.h"

namespace sdkpp::test {

/// A stream on one thread: bytes in, sound out.
class Streaming {
 public:
  using Bytes = std::vector<std::uint8_t>;

  explicit Streaming(double skip_ms = 0) : decoder(feed) { feed->SetSkip(skip_ms); }

  /// Steps until it needs something.
  decoder::Progress Run() {
    decoder::Progress progress = decoder.Step();
    while (progress == decoder::Progress::kWorked) progress = decoder.Step();
    return progress;
  }
  /// Plays all that waits.
  void Play() {
    while (true) {
      const player::SourceBlock block = source->Next();
      ended = block.kind == player::SourceBlock::Kind::kEnd;
      if (ended || block.kind == player::SourceBlock::Kind::kNothing) return;
      if (block.kind == player::SourceBlock::Kind::kOpus) {
        packets.emplace_back(block.opus.begin(), block.opus.end());
        samples += block.opus_samples;
        trims.emplace_back(block.lead_in, block.padding);
        begins.push_back(block.begins);
      } else {
        pcm.insert(pcm.end(), block.pcm.begin(), block.pcm.end());
        samples += block.pcm.size() / 2;
      }
    }
  }
  /// All of a stream, in pieces of that size.
  void PlayAll(std::span<const std::uint8_t> bytes, std::size_t piece) {
    while (!bytes.empty()) {
      const std::size_t taken = feed->Write(bytes.first(std::min(piece, bytes.size())));
      bytes = bytes.subspan(taken);
      const bool over = Run() == decoder::Progress::kOver;
      Play();
      if (over) break;
    }
    feed->Finish();
    while (!ended) {
      (void)Run();
      Play();
    }
  }

  std::shared_ptr<player::StreamFeed> feed = std::make_shared<player::StreamFeed>();
  decoder::StreamDecoder decoder;
  std::unique_ptr<player::StreamSource> source = std::make_unique<player::StreamSource>(feed);
  std::vector<Bytes> packets;
  std::vector<std::pair<std::uint32_t, std::uint32_t>>
      trims;                 ///< of the packets: at the beginning, at the end
  std::vector<bool> begins;  ///< of the packets, whether a stream begins
  std::vector<std::int16_t> pcm;
  std::size_t samples = 0;  ///< per channel
  bool ended = false;
};

/// CELT, 20 ms, stereo; `size` bytes.
inline std::vector<std::uint8_t> CeltPacket(std::size_t size, std::uint8_t fill = 1) {
  std::vector<std::uint8_t> packet(size, fill);
  packet[0] = 0xfc;
  return packet;
}

/// So many of them, each with another content.
inline std::vector<std::vector<std::uint8_t>> CeltPackets(std::size_t count, std::size_t size = 60) {
  std::vector<std::vector<std::uint8_t>> packets;
  for (std::size_t at = 0; at < count; ++at)
    packets.push_back(CeltPacket(size, static_cast<std::uint8_t>(at)));
  return packets;
}

}  // namespace sdkpp::test
