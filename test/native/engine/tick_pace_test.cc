#include "engine/tick_pace.h"

#include <gtest/gtest.h>

namespace sdkpp::engine {
namespace {

using std::chrono::milliseconds;

constexpr Instant kBegin{std::chrono::seconds(10)};

/// A second of ticks that begin when they are due and take `cost`.
void TickForASecond(TickPace& pace, Duration cost) {
  for (int tick = 0; tick < 50; ++tick) pace.Ticked(pace.due(), pace.due() + cost);
}

TEST(TickPace, KeepsTheGridWhateverTicksTake) {
  TickPace pace;
  pace.Restart(kBegin);
  TickForASecond(pace, milliseconds(6));
  EXPECT_EQ(pace.deadline(), kBegin + kBlockDuration * 51);
}

TEST(TickPace, BeginsHalfOfATickEarly) {
  TickPace pace;
  pace.Restart(kBegin);
  EXPECT_EQ(pace.due(), pace.deadline());
  TickForASecond(pace, milliseconds(6));
  EXPECT_NEAR(std::chrono::duration<double>(pace.deadline() - pace.due()).count(), 0.003, 1e-4);
  TickForASecond(pace, milliseconds(0));
  EXPECT_NEAR(std::chrono::duration<double>(pace.deadline() - pace.due()).count(), 0, 1e-4);
}

TEST(TickPace, IsNeverEarlierThanAStreamAllows) {
  TickPace pace;
  pace.Restart(kBegin);
  TickForASecond(pace, milliseconds(19));
  EXPECT_LE(pace.deadline() - pace.due(), TickPace::kMostLead);
}

TEST(TickPace, SkipsWhatAStallMissed) {
  TickPace pace;
  pace.Restart(kBegin);
  pace.Ticked(kBegin, kBegin + milliseconds(500));
  EXPECT_EQ(pace.deadline(), kBegin + milliseconds(520));
}

}  // namespace
}  // namespace sdkpp::engine
