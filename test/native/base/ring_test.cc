#include <gtest/gtest.h>

#include <thread>

#include "core/base/byte_reader.h"
#include "core/base/byte_writer.h"
#include "core/base/histogram.h"
#include "core/base/spsc_ring.h"
#include "core/base/triple_buffer.h"

namespace sdkpp {
namespace {

TEST(SpscRing, KeepsOrderBetweenTwoThreads) {
  SpscRing<int> ring(64);
  constexpr int kCount = 20'000;
  std::thread producer([&] {
    for (int at = 0; at < kCount;) {
      int item = at;
      if (ring.Push(std::move(item))) ++at;
    }
  });
  int expected = 0;
  while (expected < kCount) {
    if (const auto item = ring.Pop()) {
      ASSERT_EQ(*item, expected);
      ++expected;
    }
  }
  producer.join();
}

TEST(SpscRing, RejectsWhenFullAndLeavesTheItem) {
  SpscRing<std::unique_ptr<int>> ring(1);
  EXPECT_TRUE(ring.Push(std::make_unique<int>(1)));
  auto kept = std::make_unique<int>(2);
  EXPECT_FALSE(ring.Push(std::move(kept)));
  EXPECT_NE(kept, nullptr);
}

TEST(SpscRing, ClaimedSlotsAreSeenAfterCommitOnly) {
  SpscRing<int> ring(2);
  *ring.Claim() = 7;
  EXPECT_EQ(ring.Front(), nullptr);
  ring.Commit();
  ASSERT_NE(ring.Front(), nullptr);
  EXPECT_EQ(*ring.Front(), 7);
  ring.Release();
  EXPECT_EQ(ring.Front(), nullptr);
}

TEST(TripleBuffer, TheReaderSeesWholeValuesAndEndsWithTheNewest) {
  struct Pair {
    int a = 0;
    int b = 0;
  };
  TripleBuffer<Pair> buffer;
  constexpr int kCount = 20'000;
  std::thread writer([&] {
    for (int at = 1; at <= kCount; ++at) {
      buffer.Back() = {at, -at};
      buffer.Publish();
    }
  });
  int last = 0;
  while (last < kCount) {
    const Pair& now = buffer.Newest();
    ASSERT_EQ(now.a, -now.b);
    ASSERT_GE(now.a, last);
    last = now.a;
  }
  writer.join();
}

TEST(ByteReader, ReadsZerosPastTheEndAndStaysFailed) {
  const std::uint8_t bytes[] = {1, 2, 3};
  ByteReader in(bytes);
  EXPECT_EQ(in.U16(), 0x0102);
  EXPECT_EQ(in.U32(), 0u);
  EXPECT_FALSE(in.ok());
  EXPECT_EQ(in.U8(), 0) << "a failed reader stays failed";
}

TEST(ByteWriter, DropsWhatDoesNotFit) {
  std::uint8_t bytes[3] = {};
  ByteWriter out(bytes);
  out.U16(0x0102);
  out.U16(0x0304);
  EXPECT_FALSE(out.ok());
  EXPECT_EQ(out.size(), 2u);
}

TEST(DurationHistogram, QuantilesAreWithinFivePercent) {
  DurationHistogram histogram;
  for (int ms = 1; ms <= 100; ++ms) histogram.Add(std::chrono::milliseconds(ms));
  EXPECT_NEAR(histogram.QuantileMs(0.5), 50, 3);
  EXPECT_NEAR(histogram.QuantileMs(0.95), 95, 5);
}

}  // namespace
}  // namespace sdkpp
