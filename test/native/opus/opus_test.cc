#include <gtest/gtest.h>

#include <array>
#include <functional>
#include <initializer_list>
#include <map>
#include <random>
#include <vector>

#include "core/opus/decoder.h"
#include "core/opus/encoder.h"
#include "core/opus/packet.h"
#include "support/allocation_guard.h"
#include "support/sound.h"
#include "support/tone.h"

namespace sdkpp::test {
namespace SDKPP_TEST_FILE {

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

TEST(OpusCodec, ANarrowDecoderGivesOneChannelOfSixteenKilohertz) {
  auto encoder = opus::Encoder::Create(false);
  auto decoder = opus::Decoder::CreateNarrow();
  ASSERT_TRUE(encoder && decoder);
  encoder->SetBitrate(64'000);
  Tone tone(440);
  std::array<std::uint8_t, 1500> packet;
  std::array<float, opus::kMaxPacketSamples / 3> out;
  int crossings = 0;
  for (int i = 0; i < 50; ++i) {
    const std::size_t bytes = encoder->Encode(tone.Block(), packet);
    ASSERT_EQ(decoder->Decode(std::span(packet).first(bytes), out), 320U);
    for (std::size_t at = 1; at < 320; ++at) crossings += out[at - 1] < 0 && out[at] >= 0 ? 1 : 0;
  }
  EXPECT_NEAR(crossings, 440, 10);
  EXPECT_EQ(decoder->Decode(std::array<std::uint8_t, 2>{0xFB, 0x00}, out), 0U);
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

/// The hints of two seconds of a sound, as often as each came.
std::map<opus::VoiceHint, int> HintsOf(bool music, int bitrate, const std::function<AudioBlock()>& sound) {
  auto encoder = opus::Encoder::Create(music);
  encoder->SetBitrate(bitrate);
  std::map<opus::VoiceHint, int> hints;
  std::array<std::uint8_t, 1275> packet;
  for (int i = 0; i < 100; ++i) {
    const std::size_t size = encoder->Encode(sound(), packet);
    ++hints[opus::HintOf(std::span(packet).first(size))];
  }
  return hints;
}

TEST(OpusCodec, APacketSaysWhetherThereIsAVoiceAndACeltPacketDoesNot) {
  Voice voice;
  auto spoken = HintsOf(false, 16'000, [&] { return voice.Block(); });
  EXPECT_GT(spoken[opus::VoiceHint::kVoice], 60);
  EXPECT_EQ(spoken[opus::VoiceHint::kNone], 0);
  auto silent = HintsOf(false, 16'000, [] { return AudioBlock{}; });
  EXPECT_GT(silent[opus::VoiceHint::kNoVoice], 90);
  auto music = HintsOf(true, 96'000, [&] { return voice.Block(); });
  EXPECT_EQ(music[opus::VoiceHint::kNone], 100);
}

TEST(OpusCodec, TheVoiceOfEachPartOfAFrameAndOfEachChannelCounts) {
  constexpr std::uint8_t kMono60 = 0x18;    // SILK, narrowband, 60 ms, one frame
  constexpr std::uint8_t kStereo20 = 0x0C;  // 20 ms
  const auto hint = [](std::uint8_t toc, std::uint8_t flags) {
    return opus::HintOf(std::array<std::uint8_t, 4>{toc, flags, 1, 2});
  };
  for (const std::uint8_t flags : std::array<std::uint8_t, 3>{0x80, 0x40, 0x20}) {
    EXPECT_EQ(hint(kMono60, flags), opus::VoiceHint::kVoice);
  }
  EXPECT_EQ(hint(kMono60, 0x1f), opus::VoiceHint::kNoVoice) << "the flag of the FEC data, and what follows";
  EXPECT_EQ(hint(kStereo20, 0x80), opus::VoiceHint::kVoice);
  EXPECT_EQ(hint(kStereo20, 0x20), opus::VoiceHint::kVoice) << "of the side channel";
  EXPECT_EQ(hint(kStereo20, 0x5f), opus::VoiceHint::kNoVoice);
}

TEST(OpusCodec, WhatDtxLeftOutIsSilence) {
  const auto hint = [](std::initializer_list<std::uint8_t> bytes) { return opus::HintOf(std::span(bytes)); };
  EXPECT_EQ(opus::HintOf({}), opus::VoiceHint::kSilence);
  EXPECT_EQ(opus::HintOf(opus::kSilenceFrame), opus::VoiceHint::kSilence);
  EXPECT_EQ(hint({0x08}), opus::VoiceHint::kSilence);
  EXPECT_EQ(hint({0x08, 0xff}), opus::VoiceHint::kSilence);
  EXPECT_EQ(hint({0xfc}), opus::VoiceHint::kSilence);
  EXPECT_EQ(hint({0x0a, 0xfd}), opus::VoiceHint::kSilence) << "malformed";
  EXPECT_EQ(hint({0x0a, 1, 0xff, 0x80, 2, 3}), opus::VoiceHint::kVoice) << "in the second of two frames";
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
    (void)opus::HintOf(bytes);
    if (samples) (void)decoder->Recover(bytes, kBlockSamples, out);
    const std::size_t decoded = decoder->Decode(bytes, out);
    if (decoded > 0) {
      EXPECT_EQ(decoded, *samples);
    }
    if (i % 7 == 0) (void)decoder->Conceal(kBlockSamples, out);
  }
  EXPECT_EQ(guard.count(), 0U);
}

}  // namespace SDKPP_TEST_FILE
}  // namespace sdkpp::test
