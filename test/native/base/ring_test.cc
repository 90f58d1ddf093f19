#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <thread>
#include <vector>

#include "core/base/byte_reader.h"
#include "core/base/byte_ring.h"
#include "core/base/byte_writer.h"
#include "core/base/histogram.h"
#include "core/base/record_ring.h"
#include "core/base/spsc_ring.h"
#include "core/base/triple_buffer.h"

namespace sdkpp {
namespace SDKPP_TEST_FILE {

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

TEST(RecordRing, KeepsWholeRecordsInOrderBetweenTwoThreads) {
  RecordRing ring(256);
  constexpr std::uint32_t kCount = 20'000;
  const auto length_of = [](std::uint32_t at) { return std::size_t{4} + at * 7 % 90; };
  std::thread producer([&] {
    for (std::uint32_t at = 0; at < kCount;) {
      const auto record = ring.Claim(length_of(at));
      if (record.empty()) continue;
      std::ranges::fill(record, static_cast<std::uint8_t>(at));
      std::memcpy(record.data(), &at, sizeof(at));
      ring.Commit();
      ++at;
    }
  });
  for (std::uint32_t expected = 0; expected < kCount;) {
    const auto record = ring.Front();
    if (record.empty()) continue;
    std::uint32_t at = 0;
    std::memcpy(&at, record.data(), sizeof(at));
    ASSERT_EQ(at, expected);
    ASSERT_EQ(record.size(), length_of(at));
    for (const std::uint8_t byte : record.subspan(4)) ASSERT_EQ(byte, static_cast<std::uint8_t>(at));
    ring.Release();
    ++expected;
  }
  producer.join();
}

TEST(RecordRing, UsesAllItsRoomAndRejectsMore) {
  RecordRing ring(64);
  for (int round = 0; round < 20; ++round) {
    EXPECT_FALSE(ring.Claim(24).empty());
    ring.Commit();
    EXPECT_FALSE(ring.Claim(17).empty());
    ring.Commit();
    EXPECT_TRUE(ring.Claim(1).empty());
    EXPECT_EQ(ring.Front().size(), 24u);
    ring.Release();
    EXPECT_EQ(ring.Front().size(), 17u);
    ring.Release();
    EXPECT_TRUE(ring.Front().empty());
    EXPECT_TRUE(ring.empty());
  }
  EXPECT_TRUE(ring.Claim(57).empty()) << "more than it ever holds";
}

TEST(RecordRing, SaysHowMuchIsFree) {
  RecordRing ring(64);
  EXPECT_TRUE(ring.HasRoomFor(64));
  EXPECT_FALSE(ring.HasRoomFor(65));
  EXPECT_FALSE(ring.Claim(24).empty());
  EXPECT_TRUE(ring.HasRoomFor(64)) << "nothing is taken before Commit";
  ring.Commit();
  EXPECT_TRUE(ring.HasRoomFor(32));
  EXPECT_FALSE(ring.HasRoomFor(33));
  (void)ring.Front();
  ring.Release();
  EXPECT_TRUE(ring.HasRoomFor(64));
}
TEST(RecordRing, ARecordThatReachesOverTheEndBeginsAtTheStart) {
  RecordRing ring(64);
  EXPECT_FALSE(ring.Claim(32).empty());
  ring.Commit();
  EXPECT_FALSE(ring.Front().empty());
  ring.Release();
  const auto record = ring.Claim(24);
  ASSERT_EQ(record.size(), 24u);
  EXPECT_EQ(reinterpret_cast<std::uintptr_t>(record.data()) % 8, 0u);
  EXPECT_TRUE(ring.Front().empty()) << "seen after Commit only";
  ring.Commit();
  EXPECT_TRUE(ring.Claim(24).empty()) << "what was skipped is not free before it was read";
  EXPECT_EQ(ring.Front().data(), record.data());
  ring.Release();
  EXPECT_FALSE(ring.Claim(24).empty());
}

TEST(RecordRing, GivesAllThatWaitsInOnePiece) {
  RecordRing ring(64);
  std::uint8_t number = 0;
  for (int round = 0; round < 20; ++round) {
    std::vector<std::uint8_t> lengths = {5, 9};
    for (const std::uint8_t length : lengths) {
      const auto record = ring.Claim(length);
      ASSERT_EQ(record.size(), length);
      std::ranges::fill(record, ++number);
      ring.Commit();
    }
    ASSERT_EQ(ring.waiting(), 16u + 24u);
    std::vector<std::uint8_t> all(ring.waiting());
    ring.TakeAll(all);
    EXPECT_EQ(all[0], 5);
    EXPECT_EQ(all[8], number - 1);
    EXPECT_EQ(all[16], 9);
    EXPECT_EQ(all[24], number);
    EXPECT_TRUE(ring.empty());
    EXPECT_EQ(ring.waiting(), 0u);
  }
}

TEST(RecordRing, UsesTheSameMemoryAgainWhenItIsEmptiedInTime) {
  RecordRing ring(1 << 20);
  const std::uint8_t* highest = nullptr;
  const std::uint8_t* lowest = nullptr;
  for (int at = 0; at < 10'000; ++at) {
    const auto record = ring.Claim(1000);
    ASSERT_FALSE(record.empty());
    ring.Commit();
    EXPECT_EQ(ring.Front().size(), 1000u);
    ring.Release();
    if (at == 0) lowest = record.data();
    highest = std::max<const std::uint8_t*>(highest, record.data());
  }
  EXPECT_LT(highest - lowest, 200'000);
}

TEST(ByteRing, KeepsBytesInOrderBetweenTwoThreads) {
  ByteRing ring(100);
  constexpr std::size_t kCount = 50'000;
  std::vector<std::uint8_t> sent(kCount);
  for (std::size_t at = 0; at < kCount; ++at) sent[at] = static_cast<std::uint8_t>(at * 7 + at / 251);
  std::thread producer([&] {
    for (std::size_t at = 0; at < kCount;)
      at += ring.Write(std::span(sent).subspan(at, std::min<std::size_t>(37, kCount - at)));
  });
  std::vector<std::uint8_t> received;
  while (received.size() < kCount) {
    const auto front = ring.Front();
    received.insert(received.end(), front.begin(), front.end());
    ring.Drop(front.size());
  }
  producer.join();
  EXPECT_EQ(received, sent);
}

TEST(ByteRing, TakesWhatItHasRoomFor) {
  ByteRing ring(8);
  const std::vector<std::uint8_t> bytes{1, 2, 3, 4, 5, 6};
  EXPECT_EQ(ring.Write(bytes), 6u);
  EXPECT_EQ(ring.Write(bytes), 2u);
  EXPECT_EQ(ring.Write(bytes), 0u);
  EXPECT_EQ(ring.Front().size(), 8u);
  ring.Drop(7);
  EXPECT_EQ(ring.Front()[0], 2);
  EXPECT_EQ(ring.Write(bytes), 6u);
  EXPECT_EQ(ring.Front().size(), 1u) << "up to the end of the memory";
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

TEST(DurationHistogram, NamesTheUpperEdgeOfABucketThatHoldsTheValue) {
  for (std::int64_t us = 0; us < 40'000'000; us = us * 21 / 20 + 1) {
    DurationHistogram histogram;
    histogram.Add(std::chrono::microseconds(us));
    const double edge = histogram.QuantileMs(1) * 1000;
    const double value = static_cast<double>(std::min<std::int64_t>(us, (2 << 24) - 1));
    EXPECT_GT(edge, value);
    EXPECT_LE(edge, std::max(value * 1.0626, value + 1)) << us;
  }
}

TEST(DurationHistogram, CountsANegativeDurationAsNone) {
  DurationHistogram histogram;
  EXPECT_EQ(histogram.QuantileMs(0.5), 0);
  histogram.Add(std::chrono::seconds(-1));
  EXPECT_EQ(histogram.total(), 1u);
  EXPECT_EQ(histogram.QuantileMs(0.5), 0.001);
}

}  // namespace SDKPP_TEST_FILE
}  // namespace sdkpp
