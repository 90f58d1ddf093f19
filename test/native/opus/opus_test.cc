#include <gtest/gtest.h>

#include <array>
#include <random>
#include <vector>

#include "core/opus/decoder.h"
#include "core/opus/encoder.h"
#include "core/opus/packet.h"
#include "support/allocation_guard.h"
#include "support/sound.h"
#include "support/tone.h"

namespace sdkpp::test {
namespace {

using opus::PacketError;

TEST(OpusPacket, LengthComesFromTheTocByte) {
  struct Row {
    std::vector<std::uint8_t> packet;
    std::size_t samples;
  };
  const Row rows[] = {
      {{0xF8, 0xFF, 0xFE}, 960},               // CELT 20 ms
      {{0xE0, 1, 2}, 120},                     // CELT 2.5 ms
      {{0xE8, 1, 2}, 240},                     // CELT 5 ms
      {{0xF0, 1, 2}, 480},                     // CELT 10 ms
      {{0x18, 1, 2}, 2880},                    // SILK 60 ms
      {{0x19, 1, 2}, 5760},                    // two of 60 ms
      {{0xFB, 0x06, 1, 2, 3, 4, 5, 6}, 5760},  // six of 20 ms, constant size
      {{0xF8}, 960},                           // an empty frame (DTX) is legal
  };
  for (const Row& row : rows) {
    const auto samples = opus::PacketSamples(row.packet);
    ASSERT_TRUE(samples) << int{row.packet[0]};
    EXPECT_EQ(*samples, row.samples) << int{row.packet[0]};
  }
}

TEST(OpusPacket, MalformedPacketsAreRejected) {
  const std::vector<std::uint8_t> rows[] = {
      {0xF9, 1},              // two equal frames out of an odd number of bytes
      {0xFB},                 // no count
      {0xFB, 0x00},           // no frames
      {0xFB, 0x07, 1, 2, 3},  // 140 ms
      {0x1B, 0x03, 1, 2, 3},  // 180 ms
      {0xFA, 200, 1},         // first frame longer than the packet
      {0xFB, 0x41, 250, 1},   // padding longer than the packet
  };
  for (const auto& row : rows) {
    const auto samples = opus::PacketSamples(row);
    ASSERT_FALSE(samples) << int{row[0]} << " " << row.size();
    EXPECT_EQ(samples.error(), PacketError::kMalformed);
  }
  EXPECT_EQ(opus::PacketSamples({}).error(), PacketError::kEmpty);
}

TEST(OpusPacket, TheSilenceFrameIsKnownByItsBytes) {
  EXPECT_TRUE(opus::IsSilenceFrame(opus::kSilenceFrame));
  EXPECT_FALSE(opus::IsSilenceFrame(std::array<std::uint8_t, 3>{0xF8, 0xFF, 0xFD}));
  EXPECT_FALSE(opus::IsSilenceFrame(std::array<std::uint8_t, 2>{0xF8, 0xFF}));
}

TEST(OpusCodec, AToneSurvivesEncodingAndDecoding) {
  auto encoder = opus::Encoder::Create(false);
  auto decoder = opus::Decoder::Create();
  ASSERT_TRUE(encoder && decoder);
  encoder->SetBitrate(64'000);
  Tone tone(440);
  std::array<std::uint8_t, 1500> packet;
  std::array<float, opus::kMaxPacketSamples * kChannels> out;
  for (int i = 0; i < 20; ++i) {
    const std::size_t bytes = encoder->Encode(tone.Block(), packet);
    ASSERT_GT(bytes, 0U);
    ASSERT_LE(bytes, opus::kMaxPayload);
    ASSERT_EQ(decoder->Decode(std::span(packet).first(bytes), out), kBlockSamples);
  }
  EXPECT_NEAR(AmplitudeAt(Rounded(std::span<const float>(out).first(kBlockValues)), 440), 8000, 800);
}

TEST(OpusCodec, EveryFrameLengthEncodes) {
  auto encoder = opus::Encoder::Create(true);
  std::array<std::uint8_t, 1500> packet;
  std::vector<std::int16_t> values(2 * 2880);
  Tone(300).Fill(values);
  for (const std::size_t samples : {480U, 960U, 1920U, 2880U}) {
    const std::size_t bytes = encoder->Encode(std::span(values).first(2 * samples), packet);
    ASSERT_GT(bytes, 0U);
    EXPECT_EQ(*opus::PacketSamples(std::span(packet).first(bytes)), samples);
  }
  EXPECT_EQ(encoder->Encode(std::span(values).first(2 * 961), packet), 0U);
}

TEST(OpusCodec, ALostFrameIsRecoveredFromTheNextOne) {
  auto encoder = opus::Encoder::Create(false);
  encoder->SetBitrate(48'000);
  encoder->SetExpectedLoss(20);
  Voice voice;
  std::vector<std::vector<std::uint8_t>> packets;
  for (int i = 0; i < 30; ++i) {
    std::vector<std::uint8_t> packet(1275);
    packet.resize(encoder->Encode(voice.Block(), packet));
    packets.push_back(packet);
  }
  EXPECT_TRUE(opus::HasRecovery(packets[20]));
  auto decoder = opus::Decoder::Create();
  std::array<float, opus::kMaxPacketSamples * kChannels> out;
  for (int i = 0; i < 19; ++i) (void)decoder->Decode(packets[static_cast<std::size_t>(i)], out);
  ASSERT_EQ(decoder->Recover(packets[20], kBlockSamples, out), kBlockSamples);
  EXPECT_GT(AmplitudeAt(Rounded(std::span<const float>(out).first(kBlockValues)), 120), 1000);

  encoder->SetExpectedLoss(0);
  std::vector<std::uint8_t> packet(1275);
  for (int i = 0; i < 5; ++i) (void)encoder->Encode(voice.Block(), packet);
  packet.resize(encoder->Encode(voice.Block(), packet));
  EXPECT_FALSE(opus::HasRecovery(packet));
}

TEST(OpusCodec, RandomBytesNeverCrashNorAllocate) {
  auto decoder = opus::Decoder::Create();
  std::mt19937_64 random(11);
  std::array<float, opus::kMaxPacketSamples * kChannels> out;
  std::array<std::uint8_t, 200> packet;
  const AllocationGuard guard;
  for (int i = 0; i < 2000; ++i) {
    for (auto& byte : packet) byte = static_cast<std::uint8_t>(random());
    const auto bytes = std::span(packet).first(random() % packet.size());
    const auto samples = opus::PacketSamples(bytes);
    (void)opus::HasRecovery(bytes);
    if (samples) (void)decoder->Recover(bytes, kBlockSamples, out);
    const std::size_t decoded = decoder->Decode(bytes, out);
    if (decoded > 0) {
      EXPECT_EQ(decoded, *samples);
    }
    if (i % 7 == 0) (void)decoder->Conceal(kBlockSamples, out);
  }
  EXPECT_EQ(guard.count(), 0U);
}

}  // namespace
}  // namespace sdkpp::test
