#include "core/opus/packet_cutter.h"

#include <gtest/gtest.h>
#include <opus.h>

#include <algorithm>
#include <array>
#include <vector>

#include "core/base/audio_format.h"
#include "support/allocation_guard.h"

namespace sdkpp::test {
namespace SDKPP_TEST_FILE {

using opus::PacketCutter;
using Bytes = std::vector<std::uint8_t>;

/// The frames of a packet, as libopus finds them.
std::vector<Bytes> FramesOf(std::span<const std::uint8_t> packet) {
  std::array<const unsigned char*, 48> data;
  std::array<opus_int16, 48> size;
  const int count = opus_packet_parse(packet.data(), static_cast<opus_int32>(packet.size()), nullptr,
                                      data.data(), size.data(), nullptr);
  std::vector<Bytes> frames;
  for (int i = 0; i < count; ++i) {
    const auto at = static_cast<std::size_t>(i);
    frames.emplace_back(data[at], data[at] + size[at]);
  }
  return frames;
}

/// `count` frames of different bytes, as a packet that gives the length of each (RFC 6716 section 3.2.5).
Bytes Packet(unsigned config, bool stereo, std::size_t count, std::size_t bytes) {
  Bytes packet{static_cast<std::uint8_t>(config << 3 | (stereo ? 4U : 0U) | 3U),
               static_cast<std::uint8_t>(0x80 | count)};
  for (std::size_t i = 0; i + 1 < count; ++i) {
    if (bytes < 252) {
      packet.push_back(static_cast<std::uint8_t>(bytes));
    } else {
      packet.push_back(static_cast<std::uint8_t>(252 + bytes % 4));
      packet.push_back(static_cast<std::uint8_t>((bytes - packet.back()) / 4));
    }
  }
  for (std::size_t i = 0; i < count; ++i)
    packet.insert(packet.end(), bytes, static_cast<std::uint8_t>(i + 1));
  return packet;
}

std::size_t EachOf(unsigned config) {
  const auto toc = static_cast<unsigned char>(config << 3);
  return static_cast<std::size_t>(opus_packet_get_samples_per_frame(&toc, kSampleRate));
}

TEST(PacketCutter, CutsEveryConfigurationAtTheBordersOfItsFrames) {
  auto cutter = PacketCutter::Create();
  ASSERT_TRUE(cutter);
  for (unsigned config = 0; config < 32; ++config) {
    for (const std::size_t bytes : {40U, 160U, 700U, 1275U}) {
      const std::size_t each = EachOf(config);
      const std::size_t count = opus::kMaxPacketSamples / each;
      const Bytes packet = Packet(config, config % 2 == 1, count, bytes);
      ASSERT_EQ(FramesOf(packet).size(), count) << config;
      std::vector<Bytes> frames;
      std::size_t samples = 0;
      ASSERT_TRUE(cutter->Begin(packet));
      while (true) {
        const AllocationGuard guard;
        const auto piece = cutter->Next();
        EXPECT_EQ(guard.count(), 0U);
        if (piece.bytes.empty()) break;
        EXPECT_LE(piece.bytes.size(), opus::kMaxPayload);
        EXPECT_EQ(*opus::PacketSamples(piece.bytes), piece.samples);
        EXPECT_EQ(piece.bytes[0] & 0xFC, packet[0] & 0xFC) << "the configuration and the channels";
        EXPECT_LE(piece.samples, std::max(each, kBlockSamples));
        if (bytes == 40) {
          EXPECT_EQ(piece.samples, std::max(each, kBlockSamples)) << "regrouped to 20 ms";
        }
        for (Bytes& frame : FramesOf(piece.bytes)) frames.push_back(std::move(frame));
        samples += piece.samples;
        EXPECT_EQ(cutter->frames_done(), frames.size());
      }
      EXPECT_EQ(frames, FramesOf(packet)) << config << " " << bytes;
      EXPECT_EQ(samples, opus::kMaxPacketSamples);
    }
  }
}

TEST(PacketCutter, GoesOnWithAnyFrameAndRefusesTheRest) {
  auto cutter = PacketCutter::Create();
  ASSERT_TRUE(cutter);
  const Bytes packet = Packet(31, true, 3, 700);
  ASSERT_TRUE(cutter->Begin(packet, 2));
  EXPECT_EQ(FramesOf(cutter->Next().bytes), std::vector<Bytes>{Bytes(700, 3)});
  EXPECT_TRUE(cutter->Next().bytes.empty());
  EXPECT_FALSE(cutter->Begin(packet, 3));
  EXPECT_TRUE(cutter->Next().bytes.empty());
  EXPECT_FALSE(cutter->Begin({}));
  EXPECT_FALSE(cutter->Begin(Bytes{0xFB, 0x00}));
  EXPECT_TRUE(cutter->Next().bytes.empty());
}

TEST(PacketCutter, PaddingIsLeftOut) {
  auto cutter = PacketCutter::Create();
  ASSERT_TRUE(cutter);
  Bytes padded{0xFF, 0x41, 255, 255, 255, 255, 255, 255, 60};
  padded.insert(padded.end(), 100, 9);
  padded.resize(padded.size() + 6 * 254 + 60);
  ASSERT_GT(padded.size(), opus::kMaxPayload);
  ASSERT_TRUE(cutter->Begin(padded));
  EXPECT_EQ(cutter->Next().bytes.size(), 101U);
}

TEST(OpusPacket, WhatCannotBePlayedStillHasItsPlace) {
  EXPECT_EQ(opus::ClaimedSamples({}), kBlockSamples);
  EXPECT_EQ(opus::ClaimedSamples(Bytes{0xFB, 0x03, 1, 2}), 2880U) << "three frames of 20 ms";
  EXPECT_EQ(opus::ClaimedSamples(Bytes{0x1B, 0x03, 1}), 5760U) << "180 ms are no packet";
  EXPECT_EQ(opus::ClaimedSamples(Bytes{0xFB}), kBlockSamples);
}

}  // namespace SDKPP_TEST_FILE
}  // namespace sdkpp::test
