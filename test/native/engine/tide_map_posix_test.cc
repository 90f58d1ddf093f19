#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <thread>

#include "engine/tide_map.h"

// Where calls note their ticks: what is read there is whole, and what was written stays when the writer is
// gone.

namespace sdkpp::engine {
namespace SDKPP_TEST_FILE {

using namespace std::chrono_literals;
using session::TideSlot;

/// A file of zeros.
class TideMapFile : public testing::Test {
 protected:
  TideMapFile() {
    const int file = ::mkstemp(path_.data());
    EXPECT_GE(file, 0);
    EXPECT_EQ(::ftruncate(file, 3 * sizeof(TideSlot) + 10), 0);
    ::close(file);
  }
  ~TideMapFile() override { (void)std::remove(path().c_str()); }
  [[nodiscard]] std::string path() const { return path_.data(); }

 private:
  std::array<char, 32> path_{"/tmp/sdkpp-tides-XXXXXX"};
};

TEST_F(TideMapFile, HasTheSlotsThatFit) {
  const auto map = TideMap::Open(path());
  ASSERT_TRUE(map);
  EXPECT_TRUE(map->slot(2));
  EXPECT_FALSE(map->slot(3));
  EXPECT_FALSE(map->slot(0)->Read(0)) << "zeros are no tick";
}

TEST_F(TideMapFile, OutlivesTheOneWhoWrote) {
  {
    const auto writer = TideMap::Open(path());
    TideSlot& slot = *writer->slot(1);
    slot.Begin(7, {.input = 2, .count = 5, .start_us = 1'000'000});
    EXPECT_FALSE(slot.Read(7)) << "no tick yet";
    slot.Note({.at = Instant(3s), .next_sequence = Sequence(65'535), .input = 2, .samples = 960});
    slot.NoteBlock(Instant(3020ms), Sequence(0));
  }
  const auto reader = TideMap::Open(path());
  EXPECT_FALSE(reader->slot(1)->Read(6)) << "another call";
  const auto found = reader->slot(1)->Read(7);
  ASSERT_TRUE(found);
  EXPECT_EQ(found->tick.at, Instant(3020ms));
  EXPECT_EQ(found->tick.next_sequence, Sequence(0));
  EXPECT_EQ(found->tick.samples, 1920u);
  EXPECT_TRUE(found->is_playing);
  ASSERT_TRUE(found->source);
  EXPECT_EQ(found->source->count, 5u);
  EXPECT_EQ(found->source->start_us, 1'000'000u);
}

TEST_F(TideMapFile, KnowsASourceByItsInput) {
  const auto map = TideMap::Open(path());
  TideSlot& slot = *map->slot(0);
  slot.Begin(1, {.input = 1, .count = 8});
  slot.Note({.at = Instant(1s), .input = 1, .samples = 960});
  EXPECT_TRUE(slot.Read(1)->source);
  slot.Name({.input = 2, .count = 9});
  EXPECT_FALSE(slot.Read(1)->source) << "the next one was named, and is not played yet";
  slot.Note({.at = Instant(1020ms), .input = 2, .samples = 0});
  EXPECT_EQ(slot.Read(1)->source->count, 9u);
  EXPECT_FALSE(slot.Read(1)->is_playing);
  slot.Note({.at = Instant(1040ms), .input = 2, .samples = 960});
  EXPECT_TRUE(slot.Read(1)->is_playing);
  slot.Note({.at = Instant(1060ms), .input = 2, .samples = 960});
  EXPECT_FALSE(slot.Read(1)->is_playing) << "nothing was sent";
  slot.Note({.at = Instant(1080ms), .input = 3});
  slot.NoteBlock(Instant(1100ms), Sequence(4));
  EXPECT_FALSE(slot.Read(1)->tick.samples) << "of a player";
  slot.Begin(2, {});
  EXPECT_FALSE(slot.Read(2)) << "a tick of the one before";
}

TEST_F(TideMapFile, IsReadWholeWhileItIsWritten) {
  const auto map = TideMap::Open(path());
  const auto other = TideMap::Open(path());
  TideSlot& slot = *map->slot(0);
  slot.Begin(1, {.input = 1, .count = 1});
  slot.Note({.at = Instant(1ns), .next_sequence = Sequence(1), .input = 1, .samples = 960});
  std::atomic<bool> stopping{false};
  std::thread writer([&] {
    std::uint64_t tick = 1;
    while (!stopping.load(std::memory_order_relaxed)) {
      ++tick;
      const Instant at{Duration(tick)};
      const Sequence sequence(static_cast<std::uint16_t>(tick));
      if (tick % 2 == 0)
        slot.NoteBlock(at, sequence);
      else
        slot.Note({.at = at, .next_sequence = sequence, .input = 1, .samples = tick * 960});
    }
  });
  int whole = 0;
  for (int look = 0; look < 20'000; ++look) {
    const auto found = other->slot(0)->Read(1);
    if (!found) continue;  // the writer never rests
    ++whole;
    const auto tick = static_cast<std::uint64_t>(found->tick.at.time_since_epoch().count());
    ASSERT_EQ(found->tick.next_sequence, Sequence(static_cast<std::uint16_t>(tick)));
    ASSERT_EQ(found->tick.samples, tick * 960);
  }
  stopping.store(true, std::memory_order_relaxed);
  writer.join();
  EXPECT_GT(whole, 0);
  EXPECT_TRUE(other->slot(0)->Read(1));
}

TEST_F(TideMapFile, IsARegularFileOfThisUserWithSlots) {
  EXPECT_FALSE(TideMap::Open("/nonexistent/tides"));
  EXPECT_FALSE(TideMap::Open("/tmp"));
  EXPECT_FALSE(TideMap::Open("/dev/zero"));
  const std::string link = path() + "-link";
  ASSERT_EQ(::symlink(path().c_str(), link.c_str()), 0);
  EXPECT_FALSE(TideMap::Open(link));
  (void)std::remove(link.c_str());
  ASSERT_EQ(::truncate(path().c_str(), sizeof(TideSlot) - 1), 0);
  EXPECT_FALSE(TideMap::Open(path()));
}

}  // namespace SDKPP_TEST_FILE
}  // namespace sdkpp::engine
