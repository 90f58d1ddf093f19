#include "core/player/opus_source.h"

#include <gtest/gtest.h>

#include <vector>

namespace sdkpp::player {
namespace SDKPP_TEST_FILE {

/// CELT, 20 ms, stereo; `size` bytes.
std::vector<std::uint8_t> Packet(std::size_t size, std::uint8_t fill = 1) {
  std::vector<std::uint8_t> packet(size, fill);
  packet[0] = 0xfc;
  return packet;
}

void Pack(std::vector<std::uint8_t>& packed, const std::vector<std::uint8_t>& packet) {
  packed.push_back(static_cast<std::uint8_t>(packet.size()));
  packed.push_back(static_cast<std::uint8_t>(packet.size() >> 8));
  packed.insert(packed.end(), packet.begin(), packet.end());
}

TEST(OpusSource, GivesWhatWasWrittenTogetherPacketByPacket) {
  OpusSource source;
  std::vector<std::uint8_t> packed;
  for (std::uint8_t at = 0; at < 5; ++at) Pack(packed, Packet(3 + at, at));
  const auto written = source.WriteAll(packed);
  EXPECT_EQ(written.bytes, packed.size());
  EXPECT_EQ(written.invalid, 0u);
  EXPECT_EQ(source.queued_samples(), 5u * 960);
  for (std::uint8_t at = 0; at < 5; ++at) {
    const SourceBlock block = source.Next();
    EXPECT_EQ(block.kind, SourceBlock::Kind::kOpus);
    EXPECT_EQ(block.opus_samples, 960u);
    const auto wanted = Packet(3 + at, at);
    EXPECT_TRUE(std::ranges::equal(block.opus, wanted));
  }
  EXPECT_EQ(source.queued_samples(), 0u);
  EXPECT_EQ(source.Next().kind, SourceBlock::Kind::kNothing);
  source.Finish();
  EXPECT_EQ(source.Next().kind, SourceBlock::Kind::kEnd);
}

TEST(OpusSource, HoldsTwoSecondsOfShortPackets) {
  OpusSource source;
  std::vector<std::uint8_t> packed;
  for (int at = 0; at < 120; ++at) Pack(packed, Packet(160));
  EXPECT_EQ(source.WriteAll(packed).bytes, 100u * 162);
  EXPECT_FALSE(source.Write(Packet(160)));
  (void)source.Next();
  EXPECT_TRUE(source.Write(Packet(160)));
}

TEST(OpusSource, HoldsAtLeastFourHundredMillisecondsOfTheLargestPackets) {
  OpusSource source;
  std::vector<std::uint8_t> packed;
  for (int at = 0; at < 50; ++at) Pack(packed, Packet(opus::kMaxPayload));
  EXPECT_GE(source.WriteAll(packed).bytes, 20u * (opus::kMaxPayload + 2));
  EXPECT_GE(source.queued_samples(), 20u * 960);
}

TEST(OpusSource, SkipsWhatIsNoOpusAndSaysHowMuch) {
  OpusSource source;
  std::vector<std::uint8_t> packed;
  Pack(packed, Packet(10));
  Pack(packed, {});
  Pack(packed, std::vector<std::uint8_t>{0xff, 0});  // zero frames of any number
  std::vector<std::uint8_t> long_frame(opus::kMaxPayload + 1, 1);
  long_frame[0] = 0xfc;  // one frame, longer than any
  Pack(packed, long_frame);
  Pack(packed, Packet(11));
  const auto written = source.WriteAll(packed);
  EXPECT_EQ(written.bytes, packed.size());
  EXPECT_EQ(written.invalid, 3u);
  EXPECT_EQ(source.Next().opus.size(), 10u);
  EXPECT_EQ(source.Next().opus.size(), 11u);
  EXPECT_EQ(source.losses().packets, 3u);
  EXPECT_EQ(source.losses().before, 960u);
  EXPECT_EQ(source.losses().played, 1920u);
  EXPECT_EQ(source.position()->samples, 1920u);
}

/// 48 frames of 2.5 ms and 300 bytes, 120 ms: 14 KB.
std::vector<std::uint8_t> LongPacket(std::uint8_t fill) {
  std::vector<std::uint8_t> packet(2 + 48 * 300, fill);
  packet[0] = 0xe7;
  packet[1] = 48;
  return packet;
}

TEST(OpusSource, LongPacketsAreCutAndTakenPartByPart) {
  OpusSource source;
  std::vector<std::uint8_t> packed;
  for (std::uint8_t at = 1; at <= 8; ++at) Pack(packed, LongPacket(100 + at));
  std::size_t frame_bytes = 0;
  std::uint64_t samples = 0;
  std::uint8_t newest = 100;
  for (int turn = 0; turn < 100 && !packed.empty(); ++turn) {
    const auto written = source.WriteAll(packed);
    EXPECT_EQ(written.invalid, 0u);
    packed.erase(packed.begin(), packed.begin() + static_cast<std::ptrdiff_t>(written.bytes));
    for (SourceBlock block = source.Next(); block.kind == SourceBlock::Kind::kOpus; block = source.Next()) {
      EXPECT_LE(block.opus.size(), opus::kMaxPayload);
      EXPECT_GE(block.opus.back(), newest) << "in order";
      newest = block.opus.back();
      samples += block.opus_samples;
      frame_bytes += static_cast<std::size_t>(std::ranges::count(block.opus, newest));
    }
  }
  EXPECT_TRUE(packed.empty());
  EXPECT_EQ(samples, 8u * 5760);
  EXPECT_EQ(frame_bytes, 8u * 48 * 300);
}

TEST(OpusSource, APacketThatWasTakenInPartDoesNotShortenAnother) {
  OpusSource source;
  while (source.Write(LongPacket(1))) {
  }
  for (SourceBlock block = source.Next(); block.kind == SourceBlock::Kind::kOpus; block = source.Next()) {
  }
  std::vector<std::uint8_t> other = LongPacket(2);
  other.resize(2 + 48 * 200);
  EXPECT_TRUE(source.Write(other));
  EXPECT_EQ(source.queued_samples(), 5760u);
}

TEST(OpusSource, LeavesALengthThatReachesOverTheEnd) {
  OpusSource source;
  std::vector<std::uint8_t> packed;
  Pack(packed, Packet(10));
  const std::size_t whole = packed.size();
  packed.insert(packed.end(), {200, 0, 1, 2});
  EXPECT_EQ(source.WriteAll(packed).bytes, whole);
  EXPECT_EQ(source.WriteAll(std::vector<std::uint8_t>{5}).bytes, 0u);
}

}  // namespace SDKPP_TEST_FILE
}  // namespace sdkpp::player
