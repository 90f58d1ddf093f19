#include "core/player/frame_ring.h"

#include <gtest/gtest.h>

#include <array>
#include <atomic>
#include <cstdint>
#include <thread>
#include <vector>

namespace sdkpp::player {
namespace SDKPP_TEST_FILE {

using Packet = std::vector<std::uint8_t>;

TEST(FrameRing, KeepsTheNewestFrames) {
  FrameRing ring;
  std::array<std::uint8_t, FrameRing::kMaxFrame> room;
  FrameRing::Frame frame;
  EXPECT_FALSE(ring.Read(1, room, frame));
  for (std::size_t number = 1; number <= FrameRing::kFrames + 1; ++number)
    ring.Write(Packet(3, 7), 960, {5, number * 960});
  EXPECT_FALSE(ring.Read(1, room, frame));
  ASSERT_TRUE(ring.Read(2, room, frame));
  EXPECT_EQ(Packet(frame.packet.begin(), frame.packet.end()), Packet(3, 7));
  EXPECT_EQ(frame.samples, 960u);
  EXPECT_EQ(frame.position.number, 5u);
  EXPECT_EQ(frame.position.samples, 2u * 960);
  EXPECT_FALSE(ring.Read(ring.newest() + 1, room, frame));
}

TEST(FrameRing, GivesWholeFramesToOtherThreads) {
  FrameRing ring;
  std::atomic<bool> over{false};
  std::atomic<std::uint64_t> read{0};
  std::thread reader([&] {
    std::array<std::uint8_t, FrameRing::kMaxFrame> room;
    FrameRing::Frame frame;
    while (!over.load()) {
      const std::uint64_t number = ring.newest();
      if (number == 0 || !ring.Read(number, room, frame)) continue;
      for (const std::uint8_t byte : frame.packet) ASSERT_EQ(byte, static_cast<std::uint8_t>(number));
      ASSERT_EQ(frame.packet.size(), 1 + number % 200);
      ASSERT_EQ(frame.position.samples, number * kBlockSamples);
      read.fetch_add(1);
    }
  });
  std::uint64_t number = 0;
  while (read.load() < 2000) {
    ++number;
    ring.BeginTick();
    ring.Write(Packet(1 + number % 200, static_cast<std::uint8_t>(number)), kBlockSamples,
               {1, number * kBlockSamples});
  }
  over.store(true);
  reader.join();
}

}  // namespace SDKPP_TEST_FILE
}  // namespace sdkpp::player
