#include "core/session/opus_input.h"

#include <gtest/gtest.h>

#include <vector>

namespace sdkpp::session {
namespace {

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

TEST(OpusInput, GivesWhatWasWrittenTogetherPacketByPacket) {
  OpusInput input;
  std::vector<std::uint8_t> packed;
  for (std::uint8_t at = 0; at < 5; ++at) Pack(packed, Packet(3 + at, at));
  const auto written = input.WriteAll(packed);
  EXPECT_EQ(written.bytes, packed.size());
  EXPECT_EQ(written.invalid, 0u);
  EXPECT_EQ(input.queued_samples(), 5u * 960);
  for (std::uint8_t at = 0; at < 5; ++at) {
    const InputBlock block = input.Next();
    EXPECT_EQ(block.kind, InputBlock::Kind::kOpus);
    EXPECT_EQ(block.opus_samples, 960u);
    const auto wanted = Packet(3 + at, at);
    EXPECT_TRUE(std::ranges::equal(block.opus, wanted));
  }
  EXPECT_EQ(input.queued_samples(), 0u);
  EXPECT_EQ(input.Next().kind, InputBlock::Kind::kNothing);
  input.Finish();
  EXPECT_EQ(input.Next().kind, InputBlock::Kind::kEnd);
}

TEST(OpusInput, HoldsTwoSecondsOfShortPackets) {
  OpusInput input;
  std::vector<std::uint8_t> packed;
  for (int at = 0; at < 120; ++at) Pack(packed, Packet(160));
  EXPECT_EQ(input.WriteAll(packed).bytes, 100u * 162);
  EXPECT_FALSE(input.Write(Packet(160)));
  (void)input.Next();
  EXPECT_TRUE(input.Write(Packet(160)));
}

TEST(OpusInput, HoldsAtLeastFourHundredMillisecondsOfTheLargestPackets) {
  OpusInput input;
  std::vector<std::uint8_t> packed;
  for (int at = 0; at < 50; ++at) Pack(packed, Packet(opus::kMaxPayload));
  EXPECT_GE(input.WriteAll(packed).bytes, 20u * (opus::kMaxPayload + 2));
  EXPECT_GE(input.queued_samples(), 20u * 960);
}

TEST(OpusInput, SkipsWhatIsNoOpusAndSaysHowMuch) {
  OpusInput input;
  std::vector<std::uint8_t> packed;
  Pack(packed, Packet(10));
  Pack(packed, {});
  Pack(packed, std::vector<std::uint8_t>{0xff, 0});  // zero frames of any number
  Pack(packed, Packet(opus::kMaxPayload + 1));
  Pack(packed, Packet(11));
  const auto written = input.WriteAll(packed);
  EXPECT_EQ(written.bytes, packed.size());
  EXPECT_EQ(written.invalid, 3u);
  EXPECT_EQ(input.Next().opus.size(), 10u);
  EXPECT_EQ(input.Next().opus.size(), 11u);
}

TEST(OpusInput, LeavesALengthThatReachesOverTheEnd) {
  OpusInput input;
  std::vector<std::uint8_t> packed;
  Pack(packed, Packet(10));
  const std::size_t whole = packed.size();
  packed.insert(packed.end(), {200, 0, 1, 2});
  EXPECT_EQ(input.WriteAll(packed).bytes, whole);
  EXPECT_EQ(input.WriteAll(std::vector<std::uint8_t>{5}).bytes, 0u);
}

}  // namespace
}  // namespace sdkpp::session
