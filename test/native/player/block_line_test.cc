#include "core/player/block_line.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <vector>

#include "core/opus/encoder.h"
#include "core/player/pcm_source.h"
#include "support/sound.h"
#include "support/tone.h"

namespace sdkpp::player {
namespace SDKPP_TEST_FILE {

using test::Tone;

/// Samples `from` to `to` of a ramp, the same on both channels.
void WriteRamp(PcmSource& source, int from, int to) {
  std::vector<std::int16_t> values;
  for (int at = from; at < to; ++at) values.insert(values.end(), 2, static_cast<std::int16_t>(at));
  ASSERT_EQ(source.queue().Write(values), static_cast<std::size_t>(to - from));
  source.queue().Finish();
}

/// The left channel of all whole blocks.
std::vector<int> TakeAll(BlockLine& line) {
  std::vector<int> values;
  while (line.has_block()) {
    const auto block = test::Rounded(line.Take());
    for (std::size_t at = 0; at < block.size(); at += 2) values.push_back(block[at]);
  }
  return values;
}

TEST(BlockLine, JoinsTwoSourcesToTheSample) {
  BlockLine line(*opus::Decoder::Create());
  PcmSource first(kSampleRate, 2);
  PcmSource second(kSampleRate, 2);
  WriteRamp(first, 0, 1111);
  WriteRamp(second, 1111, 4 * 960);
  std::vector<int> heard;
  for (PcmSource* source : {&first, &second}) {
    for (auto block = source->Next(); line.Add(block); block = source->Next()) {
      const auto more = TakeAll(line);
      heard.insert(heard.end(), more.begin(), more.end());
    }
  }
  ASSERT_EQ(heard.size(), 4u * 960);
  for (int at = 0; at < 4 * 960; ++at) ASSERT_EQ(heard[static_cast<std::size_t>(at)], at);
}

/// What a decoder makes of packets, in one piece.
std::vector<float> Decoded(const std::vector<std::vector<std::uint8_t>>& packets) {
  auto decoder = opus::Decoder::Create();
  std::vector<float> all;
  std::vector<float> room(2 * opus::kMaxPacketSamples);
  for (const auto& packet : packets) {
    const std::size_t samples = decoder->Decode(packet, room);
    all.insert(all.end(), room.begin(), room.begin() + static_cast<std::ptrdiff_t>(2 * samples));
  }
  return all;
}

TEST(BlockLine, LeavesOutWhatIsNotToBeHeardOfPackets) {
  auto encoder = opus::Encoder::Create(true);
  Tone tone(440);
  std::vector<std::vector<std::uint8_t>> packets(4, std::vector<std::uint8_t>(1275));
  for (auto& packet : packets) packet.resize(encoder->Encode(tone.Block(), packet));
  BlockLine line(*opus::Decoder::Create());
  std::vector<float> heard;
  for (std::size_t at = 0; at < packets.size(); ++at) {
    const SourceBlock block{.kind = SourceBlock::Kind::kOpus,
                            .opus = packets[at],
                            .opus_samples = 960,
                            .lead_in = at == 0   ? 960U
                                       : at == 1 ? 312U
                                                 : 0U,
                            .padding = at == 3 ? 500U : 0U};
    ASSERT_TRUE(line.Add(block));
    while (line.has_block()) {
      const auto values = line.Take();
      heard.insert(heard.end(), values.begin(), values.end());
    }
  }
  const auto whole = Decoded(packets);
  ASSERT_EQ(heard.size() + 2 * line.size(), whole.size() - 2 * (960 + 312 + 500));
  EXPECT_TRUE(std::equal(heard.begin(), heard.end(), whole.begin() + std::ptrdiff_t{2} * (960 + 312)));
}

}  // namespace SDKPP_TEST_FILE
}  // namespace sdkpp::player
