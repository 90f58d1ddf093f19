// Twenty streams through libopus at each tick. Arguments: `mix` (decode as float and add up) or `encode`
// (complexity 10), a file, seconds. The file holds packets, each behind its size in 16 bits, or blocks of 2 x
// 960 samples. Prints microseconds of processor time per packet.
#include <opus.h>

#include <array>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string_view>
#include <vector>

#include "pace.h"

namespace {

constexpr std::size_t kStreams = 20;
constexpr int kSamples = 960;
constexpr std::size_t kValues = 2 * kSamples;

std::vector<std::uint8_t> Contents(const char* path) {
  std::vector<std::uint8_t> bytes(std::size_t{1} << 22);
  std::FILE* file = std::fopen(path, "rb");
  if (file == nullptr) std::exit(2);
  bytes.resize(std::fread(bytes.data(), 1, bytes.size(), file));
  std::fclose(file);
  return bytes;
}

std::vector<std::vector<std::uint8_t>> Packets(const std::vector<std::uint8_t>& bytes) {
  std::vector<std::vector<std::uint8_t>> packets;
  for (std::size_t at = 0; at + 2 <= bytes.size();) {
    std::uint16_t size = 0;
    std::memcpy(&size, &bytes[at], sizeof(size));
    at += sizeof(size);
    packets.emplace_back(bytes.begin() + static_cast<std::ptrdiff_t>(at),
                         bytes.begin() + static_cast<std::ptrdiff_t>(at + size));
    at += size;
  }
  return packets;
}

double MixCost(const std::vector<std::uint8_t>& bytes, double seconds) {
  const auto packets = Packets(bytes);
  std::array<OpusDecoder*, kStreams> decoders{};
  for (auto& decoder : decoders) decoder = opus_decoder_create(48'000, 2, nullptr);
  std::array<float, kValues> sum{};
  std::array<float, kValues> sound{};
  std::size_t tick = 0;
  return floors::CostPerTick(seconds, [&] {
    ++tick;
    sum.fill(0);
    for (std::size_t at = 0; at < kStreams; ++at) {
      const auto& packet = packets[(tick + at * 7) % packets.size()];
      const auto size = static_cast<opus_int32>(packet.size());
      if (opus_decode_float(decoders[at], packet.data(), size, sound.data(), kSamples, 0) != kSamples)
        std::abort();
      for (std::size_t i = 0; i < kValues; ++i) sum[i] += sound[i];
    }
    // whoever plays it reads all of it
    asm volatile("" : : "r"(sum.data()) : "memory");
  });
}

double EncodeCost(const std::vector<std::uint8_t>& bytes, double seconds) {
  const std::size_t block_bytes = kValues * sizeof(std::int16_t);
  const std::size_t blocks = bytes.size() / block_bytes;
  std::vector<std::int16_t> sound(blocks * kValues);
  std::memcpy(sound.data(), bytes.data(), blocks * block_bytes);
  std::array<OpusEncoder*, kStreams> encoders{};
  for (auto& encoder : encoders) {
    encoder = opus_encoder_create(48'000, 2, OPUS_APPLICATION_AUDIO, nullptr);
    opus_encoder_ctl(encoder, OPUS_SET_BITRATE(64'000));
    opus_encoder_ctl(encoder, OPUS_SET_COMPLEXITY(10));
  }
  std::array<std::uint8_t, 1275> packet{};
  std::size_t tick = 0;
  return floors::CostPerTick(seconds, [&] {
    ++tick;
    for (OpusEncoder* encoder : encoders) {
      if (opus_encode(encoder, &sound[tick % blocks * kValues], kSamples, packet.data(), packet.size()) <= 0)
        std::abort();
    }
  });
}

}  // namespace

int main(int count, char** arguments) {
  if (count != 4) return 2;
  const auto bytes = Contents(arguments[2]);
  const double seconds = std::atof(arguments[3]);
  const bool mixes = std::string_view(arguments[1]) == "mix";
  const double cost = mixes ? MixCost(bytes, seconds) : EncodeCost(bytes, seconds);
  std::printf("{\"figure\": %.4f}\n", cost / kStreams);
}
