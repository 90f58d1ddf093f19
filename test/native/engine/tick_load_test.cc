#include "engine/tick_load.h"

#include <gtest/gtest.h>

namespace sdkpp::engine {
namespace SDKPP_TEST_FILE {

using namespace std::chrono_literals;

TEST(TickLoad, IsTheLeastOfSeveralTicks) {
  TickLoad load;
  Duration used = 5s;
  load.Restart(used);
  for (int tick = 1; tick <= TickLoad::kTogether; ++tick) {
    used += tick == 3 ? 2ms : 7ms;
    EXPECT_EQ(load.Ticked(used), tick == TickLoad::kTogether);
  }
  EXPECT_EQ(load.Newest().tick, 2ms);
  EXPECT_EQ(load.Newest().number, 1u);
}

TEST(TickLoad, ARestNeedsNoTimeAndForgetsWhatWasBegun) {
  TickLoad load;
  load.Restart(0s);
  for (int tick = 1; tick <= TickLoad::kTogether; ++tick) (void)load.Ticked(9ms * tick);
  ASSERT_EQ(load.Newest().tick, 9ms);
  (void)load.Ticked(73ms);
  load.Rest();
  EXPECT_EQ(load.Newest().tick, 0ms);
  load.Rest();
  EXPECT_EQ(load.Newest().number, 2u) << "one measurement of its own";
  load.Restart(10s);
  Duration used = 10s;
  for (int tick = 0; tick < TickLoad::kTogether; ++tick) (void)load.Ticked(used += 4ms);
  EXPECT_EQ(load.Newest().tick, 4ms);
}

}  // namespace SDKPP_TEST_FILE
}  // namespace sdkpp::engine
