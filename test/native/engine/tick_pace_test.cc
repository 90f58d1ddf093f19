#include "engine/tick_pace.h"

#include <gtest/gtest.h>

namespace sdkpp::engine {
namespace {

using std::chrono::milliseconds;

constexpr Instant kBegin{std::chrono::seconds(10)};

/// Two seconds of ticks that begin when they are due and take `cost`.
void TickForAWhile(TickPace& pace, Duration cost) {
  for (int tick = 0; tick < 100; ++tick) pace.Ticked(pace.due(), pace.due() + cost);
}

TEST(TickPace, KeepsTheGridWhateverTicksTake) {
  TickPace pace;
  pace.Restart(kBegin);
  TickForAWhile(pace, milliseconds(6));
  EXPECT_EQ(pace.deadline(), kBegin + kBlockDuration * 101);
}

TEST(TickPace, BeginsHalfOfATickEarly) {
  TickPace pace;
  pace.Restart(kBegin);
  EXPECT_EQ(pace.due(), pace.deadline());
  TickForAWhile(pace, milliseconds(6));
  EXPECT_NEAR(std::chrono::duration<double>(pace.deadline() - pace.due()).count(), 0.003, 1e-4);
  TickForAWhile(pace, milliseconds(0));
  EXPECT_NEAR(std::chrono::duration<double>(pace.deadline() - pace.due()).count(), 0, 1e-4);
}

TEST(TickPace, IsNeverEarlierThanAStreamAllows) {
  TickPace pace;
  pace.Restart(kBegin);
  TickForAWhile(pace, milliseconds(19));
  EXPECT_LE(pace.deadline() - pace.due(), TickPace::kMostLead);
}

TEST(TickPace, AnInterruptedTickDoesNotChangeTheLead) {
  TickPace pace;
  pace.Restart(kBegin);
  for (int tick = 0; tick < 200; ++tick) {
    pace.Ticked(pace.due(), pace.due() + (tick % 3 == 0 ? milliseconds(15) : milliseconds(0)));
    ASSERT_EQ(pace.due(), pace.deadline()) << tick;
  }
}

TEST(TickPace, SkipsWhatAStallMissed) {
  TickPace pace;
  pace.Restart(kBegin);
  pace.Ticked(kBegin, kBegin + milliseconds(500));
  EXPECT_EQ(pace.deadline(), kBegin + milliseconds(520));
}

}  // namespace
}  // namespace sdkpp::engine
