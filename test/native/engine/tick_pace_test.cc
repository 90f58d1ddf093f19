#include "engine/tick_pace.h"

#include <gtest/gtest.h>

#include <vector>

namespace sdkpp::engine {
namespace SDKPP_TEST_FILE {

using std::chrono::milliseconds;

constexpr Instant kBegin{std::chrono::seconds(10)};

/// Two seconds of ticks that begin when they are due and take `cost`.
void TickForAWhile(TickPace& pace, Duration cost) {
  for (int tick = 0; tick < 100; ++tick) pace.Ticked(pace.due(), pace.due() + cost);
}

TEST(TickPace, KeepsTheGridWhateverTicksTake) {
  TickPace pace{TickGrid(kBegin)};
  pace.Restart(kBegin);
  TickForAWhile(pace, milliseconds(6));
  EXPECT_EQ(pace.deadline(), kBegin + kBlockDuration * 101);
}

TEST(TickPace, BeginsHalfOfATickEarly) {
  TickPace pace{TickGrid(kBegin)};
  pace.Restart(kBegin);
  EXPECT_EQ(pace.due(), pace.deadline());
  TickForAWhile(pace, milliseconds(6));
  EXPECT_NEAR(std::chrono::duration<double>(pace.deadline() - pace.due()).count(), 0.003, 1e-4);
  TickForAWhile(pace, milliseconds(0));
  EXPECT_NEAR(std::chrono::duration<double>(pace.deadline() - pace.due()).count(), 0, 1e-4);
}

TEST(TickPace, IsNeverEarlierThanAStreamAllows) {
  TickPace pace{TickGrid(kBegin)};
  pace.Restart(kBegin);
  TickForAWhile(pace, milliseconds(19));
  EXPECT_LE(pace.deadline() - pace.due(), TickPace::kMostLead);
}

TEST(TickPace, AnInterruptedTickDoesNotChangeTheLead) {
  TickPace pace{TickGrid(kBegin)};
  pace.Restart(kBegin);
  for (int tick = 0; tick < 200; ++tick) {
    pace.Ticked(pace.due(), pace.due() + (tick % 3 == 0 ? milliseconds(15) : milliseconds(0)));
    ASSERT_EQ(pace.due(), pace.deadline()) << tick;
  }
}

TEST(TickPace, SkipsWhatAStallMissed) {
  TickPace pace{TickGrid(kBegin)};
  pace.Restart(kBegin);
  pace.Ticked(kBegin, kBegin + milliseconds(500));
  EXPECT_EQ(pace.deadline(), kBegin + milliseconds(520));
}

TEST(TickPace, ThreadsThatBeginAtDifferentTimesHaveTheSameDeadlines) {
  TickPace one{TickGrid(kBegin)};
  TickPace other{TickGrid(kBegin)};
  one.Restart(kBegin + milliseconds(3));
  other.Restart(kBegin + milliseconds(59));
  EXPECT_EQ(one.deadline(), kBegin + milliseconds(20));
  EXPECT_EQ(other.deadline(), kBegin + milliseconds(60));
  other.Restart(kBegin + milliseconds(60));
  EXPECT_EQ(other.deadline(), kBegin + milliseconds(80));
}

TEST(TickPace, WhoComesFromAnotherThreadGetsTheTicksThatBeganWithoutIt) {
  TickPace pace{TickGrid(kBegin)};
  pace.Restart(kBegin + milliseconds(210));
  std::vector<Instant> ticked;
  const auto tick = [&](Instant deadline) { ticked.push_back(deadline); };
  pace.MakeUp(kBegin + milliseconds(220), tick);  // the next one of both
  EXPECT_TRUE(ticked.empty());
  pace.MakeUp(kBegin + milliseconds(180), tick);
  EXPECT_EQ(ticked, (std::vector{kBegin + milliseconds(180), kBegin + milliseconds(200)}));
  ticked.clear();
  pace.MakeUp(kBegin, tick);
  EXPECT_EQ(ticked.size(), 5u) << "a stall is not made up for";
}

}  // namespace SDKPP_TEST_FILE
}  // namespace sdkpp::engine
