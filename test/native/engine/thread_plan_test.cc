#include "engine/thread_plan.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <random>
#include <vector>

namespace sdkpp::engine {
namespace SDKPP_TEST_FILE {

using namespace std::chrono_literals;

constexpr std::array<char, 64> kMembers{};
ThreadPlan::Member Nth(std::size_t number) { return &kMembers[number]; }

class Plan : public testing::Test {
 protected:
  Plan() {
    plan.Open(0);
    plan.Open(1);
  }
  ThreadPlan plan;
};

TEST_F(Plan, ThereIsMostRoomWhereLeastIsTicked) {
  plan.Measured(0, {4ms, 1});
  plan.Measured(1, {3ms, 1});
  EXPECT_EQ(plan.Roomiest(), 1u);
  plan.Add(Nth(0), 1, 2ms, true);
  EXPECT_EQ(plan.Roomiest(), 0u) << "the newcomer is not measured yet";
}

TEST_F(Plan, ANewcomerCountsByItsPriceUntilAWholeMeasurementHasIt) {
  plan.Measured(0, {4ms, 7});
  plan.Add(Nth(0), 0, 1ms, true);
  EXPECT_EQ(plan.LoadOf(0), 5ms);
  plan.Measured(0, {4ms, 7});  // the same one
  EXPECT_EQ(plan.LoadOf(0), 5ms);
  plan.Measured(0, {4ms, 8});  // had begun before
  EXPECT_EQ(plan.LoadOf(0), 5ms);
  plan.Measured(0, {6ms, 9});
  EXPECT_EQ(plan.LoadOf(0), 6ms);
}

TEST_F(Plan, WhoLeavesIsNotCountedAnyMore) {
  plan.Add(Nth(0), 0, 3ms, true);
  plan.Add(Nth(1), 0, 2ms, true);
  plan.Measured(0, {5ms, 2});
  plan.Remove(Nth(0));
  EXPECT_EQ(plan.LoadOf(0), 2ms);
}

TEST_F(Plan, MeasurementsCorrectThePrices) {
  plan.Add(Nth(0), 0, 4ms, true);
  plan.Measured(0, {8ms, 2});  // a machine half as fast
  plan.Add(Nth(1), 0, 1ms, true);
  EXPECT_EQ(plan.LoadOf(0), 10ms);
}

TEST_F(Plan, OneMemberAloneIsNoReasonForAnotherThread) {
  plan.Add(Nth(0), 0, 15ms, true);
  EXPECT_FALSE(plan.WantsThread());
  plan.Add(Nth(1), 0, 1us, true);
  EXPECT_TRUE(plan.WantsThread());
}

TEST_F(Plan, TheDearestMembersMoveFirstAndThoseWhoStayNever) {
  plan.Add(Nth(0), 0, 5ms, false);
  plan.Add(Nth(1), 0, 1ms, true);
  plan.Add(Nth(2), 0, 3ms, true);
  plan.Add(Nth(3), 0, 2ms, true);
  const auto move = plan.NextMove();
  ASSERT_TRUE(move.has_value());
  EXPECT_EQ(move->member, Nth(2));
  EXPECT_EQ(move->from, 0u);
  EXPECT_EQ(move->to, 1u);
}

TEST_F(Plan, NobodyMovesWhileNoThreadIsFull) {
  plan.Add(Nth(0), 0, 5ms, true);
  plan.Add(Nth(1), 0, 4ms, true);
  EXPECT_FALSE(plan.NextMove().has_value());
}

TEST_F(Plan, AThreadIsOverloadedWhenItNeedsTooMuchForHalfASecond) {
  plan.Measured(0, {18ms, 1});
  plan.Measured(0, {19ms, 2});
  EXPECT_FALSE(plan.IsOverloaded(0));
  plan.Measured(0, {19ms, 2});  // the same one
  EXPECT_FALSE(plan.IsOverloaded(0));
  plan.Measured(0, {18ms, 3});
  EXPECT_TRUE(plan.IsOverloaded(0));
  plan.Measured(0, {16ms, 4});
  EXPECT_FALSE(plan.IsOverloaded(0));
}

TEST_F(Plan, OnlyWhatIsEnoughRelievesAThread) {
  plan.Add(Nth(0), 0, 4ms, true);
  plan.Add(Nth(1), 0, 16ms, true);
  for (std::uint32_t number = 2; number < 5; ++number) plan.Measured(0, {20ms, number});
  plan.SetPrice(Nth(0), 2ms, true);
  EXPECT_FALSE(plan.Relieved(0)) << "18 ms are left";
  EXPECT_TRUE(plan.IsOverloaded(0));
  plan.SetPrice(Nth(0), 1ms, true);
  EXPECT_TRUE(plan.Relieved(0));
  EXPECT_FALSE(plan.IsOverloaded(0));
}

TEST_F(Plan, AThreadIsSpokenForByThoseWhoAreNotMeasuredYet) {
  plan.Measured(0, {16ms, 1});
  EXPECT_FALSE(plan.IsSpokenFor(0));
  plan.Add(Nth(0), 0, 2ms, true);
  EXPECT_TRUE(plan.IsSpokenFor(0));
  plan.SetPrice(Nth(0), 1ms, true);
  EXPECT_FALSE(plan.IsSpokenFor(0));
  plan.Measured(0, {18ms, 3});
  EXPECT_FALSE(plan.IsSpokenFor(0)) << "others make it more, and that may pass";
}

/// Whatever there is: moves end, and each makes the fullest thread less full.
TEST(ThreadPlan, MovesEndAndNeverMakeThingsWorse) {
  std::mt19937 random(1);
  for (int scene = 0; scene < 300; ++scene) {
    ThreadPlan plan;
    const std::size_t threads = 2 + random() % 4;
    for (std::size_t thread = 0; thread < threads; ++thread) plan.Open(thread);
    const std::size_t members = random() % kMembers.size();
    for (std::size_t member = 0; member < members; ++member)
      plan.Add(Nth(member), random() % threads, std::chrono::microseconds(random() % 2'000),
               random() % 4 > 0);
    const auto fullest = [&] {
      Duration most{};
      for (std::size_t thread = 0; thread < threads; ++thread) most = std::max(most, plan.LoadOf(thread));
      return most;
    };
    int moves = 0;
    for (auto move = plan.NextMove(); move; move = plan.NextMove()) {
      const Duration before = plan.LoadOf(move->from);
      plan.Moved(move->member, move->to);
      ASSERT_LT(plan.LoadOf(move->to), before);
      ASSERT_LE(fullest(), before);
      ASSERT_LT(++moves, 200) << scene;
    }
  }
}

}  // namespace SDKPP_TEST_FILE
}  // namespace sdkpp::engine
