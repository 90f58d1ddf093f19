// The blocks of an ear lie one behind the other, where they were spoken.
#include "core/session/listening/ear_time.h"

#include <gtest/gtest.h>

#include <cstdint>

namespace sdkpp::session {
namespace SDKPP_TEST_FILE {

TEST(EarTime, PlacesSilenceAsLateAsTheSoundBeforeIt) {
  EarTime time;
  EXPECT_EQ(time.PlaceSound(10'000, 12'000), 10'000u);
  EXPECT_EQ(time.PlaceSound(10'960, 12'960), 10'960u);
  EXPECT_EQ(time.PlaceSilence(13'920), 11'920u);
  EXPECT_EQ(time.PlaceSilence(14'880), 12'880u);
}

TEST(EarTime, FollowsStretchedSoundSlowlyAndAlwaysRises) {
  EarTime time;
  std::uint64_t before = time.PlaceSound(10'000, 12'000);
  for (int block = 1; block <= 30; ++block) {
    const auto tick = static_cast<std::uint64_t>(12'000 + block * 960);
    // 15 ms were left out, and the sound lies that much earlier behind its ticks
    const std::uint64_t at = time.PlaceSound(tick - 2720, tick);
    EXPECT_GE(at - before, 912u) << block;
    EXPECT_LE(at - before, 960u) << block;
    before = at;
  }
  EXPECT_EQ(before, 12'000u + 30 * 960 - 2720);
}

TEST(EarTime, LeavesOutAPauseInWhichNothingWasPlaced) {
  EarTime time;
  (void)time.PlaceSound(10'000, 12'000);
  EXPECT_EQ(time.PlaceSound(500'000, 502'000), 500'000u);
}

TEST(EarTime, StaysAtTheBeginningOfTheClock) {
  EarTime time;
  EXPECT_EQ(time.PlaceSound(5'000, 5'000'000), 5'000u);
  EXPECT_GT(time.PlaceSilence(960), 5'000u) << "it never goes back";
}

}  // namespace SDKPP_TEST_FILE
}  // namespace sdkpp::session
