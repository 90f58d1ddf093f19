// Arbitrary bytes as an Opus packet: cutting it gives its own frames, in pieces that can be sent.

#include <opus.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include "core/opus/packet.h"
#include "core/opus/packet_cutter.h"

namespace {

struct Frames {
  std::array<const unsigned char*, 48> data;
  std::array<opus_int16, 48> size;
  int count = 0;
};

Frames Parse(std::span<const std::uint8_t> packet) {
  Frames frames;
  frames.count = opus_packet_parse(packet.data(), static_cast<opus_int32>(packet.size()), nullptr,
                                   frames.data.data(), frames.size.data(), nullptr);
  return frames;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static auto cutter = sdkpp::opus::PacketCutter::Create();
  const std::span packet(data, size);
  if (sdkpp::opus::ClaimedSamples(packet) > sdkpp::opus::kMaxPacketSamples) __builtin_trap();
  const auto samples = sdkpp::opus::PacketSamples(packet);
  if (cutter->Begin(packet) != samples.ok()) __builtin_trap();
  if (!samples) return 0;
  const Frames whole = Parse(packet);
  std::size_t done = 0;
  int frame = 0;
  for (auto piece = cutter->Next(); !piece.bytes.empty(); piece = cutter->Next()) {
    if (piece.bytes.size() > sdkpp::opus::kMaxPayload) __builtin_trap();
    const Frames part = Parse(piece.bytes);
    for (int i = 0; i < part.count; ++i, ++frame) {
      const auto at = static_cast<std::size_t>(i);
      const auto of = static_cast<std::size_t>(frame);
      if (frame >= whole.count || part.size[at] != whole.size[of]) __builtin_trap();
      if (!std::equal(part.data[at], part.data[at] + part.size[at], whole.data[of])) __builtin_trap();
    }
    done += piece.samples;
  }
  if (done != *samples || frame != whole.count) __builtin_trap();
  return 0;
}
