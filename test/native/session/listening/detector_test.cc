// Pauses wait for the developer's detector, until their deadline.
#include <gtest/gtest.h>

#include <cstdint>
#include <vector>

#include "session/listening/hearing.h"

namespace sdkpp::session {
namespace SDKPP_TEST_FILE {

using Kind = TurnRecord::Kind;

/// A policy that ends a turn with the first silence, if it is asked.
TurnPolicy Asking(Duration deadline) {
  return {.settings = {.min_silence = 50ms,
                       .max_silence = 2s,
                       .threshold = 0,
                       .decider = turns::TurnDecider::kDetector},
          .deadline = deadline};
}

/// Ada has spoken and pauses; the detector is asked.
class DetectorTest : public testing::Test {
 protected:
  void PauseWith(Duration deadline) { PauseWith(Asking(deadline)); }
  void PauseWith(const TurnPolicy& policy) {
    (void)hearing.ears.Set(std::make_unique<TurnPolicies>(policy));
    hearing.Talk(60, kAda);
    hearing.turns.clear();
    RestUntilPauses(1);
    pause = hearing.turns.back().time;
  }
  /// Of the same silence.
  void RestUntilPauses(int count) {
    while (hearing.Count(Kind::kPause) < count && hearing.tick < 100) hearing.Rest(1);
    ASSERT_EQ(hearing.Count(Kind::kPause), count);
  }

  Hearing hearing{Listening::Whom::kEveryone};
  std::uint64_t pause = 0;
};

TEST_F(DetectorTest, EndsTheTurnAtOnce) {
  PauseWith(1s);
  hearing.Judge(kAda, pause, Listening::Verdict::kEnds);
  EXPECT_EQ(hearing.Kinds().back(), Kind::kEndOfTurn);
}

TEST_F(DetectorTest, LetsTheTurnGoOnUntilTheLongestSilence) {
  PauseWith(1s);
  hearing.Judge(kAda, pause, Listening::Verdict::kGoesOn);
  hearing.Rest(10);
  EXPECT_EQ(hearing.Count(Kind::kEndOfTurn), 0);
  hearing.Rest(200);
  EXPECT_EQ(hearing.Count(Kind::kEndOfTurn), 1);
}

TEST_F(DetectorTest, AnswersOfAnEarlierPauseOfTheSameSilenceCount) {
  PauseWith(1s);
  hearing.Rest(15);
  ASSERT_GT(hearing.Count(Kind::kPause), 2);
  hearing.Judge(kAda, pause, Listening::Verdict::kEnds);
  EXPECT_EQ(hearing.Count(Kind::kEndOfTurn), 1);
}

TEST_F(DetectorTest, MayAnswerToAPauseThatCrossedItsAnswer) {
  PauseWith(1s);
  RestUntilPauses(2);
  const std::uint64_t second = hearing.turns.back().time;
  hearing.Judge(kAda, pause, Listening::Verdict::kGoesOn);
  hearing.Judge(kAda, second, Listening::Verdict::kEnds);
  EXPECT_EQ(hearing.Count(Kind::kEndOfTurn), 1);
}

TEST_F(DetectorTest, MissesNoDeadlineOfAPauseBehindTheOneThatItAnswers) {
  PauseWith(300ms);
  RestUntilPauses(2);
  const std::uint64_t second = hearing.turns.back().time;
  hearing.Judge(kAda, pause, Listening::Verdict::kGoesOn);
  RestUntilPauses(3);
  hearing.Judge(kAda, second, Listening::Verdict::kGoesOn);
  hearing.Rest(17);  // the deadline of the third pause is over, and not that of the fourth
  EXPECT_GE(hearing.Count(Kind::kPause), 5);
  EXPECT_EQ(hearing.Count(Kind::kMissedDeadline), 0);
}

TEST_F(DetectorTest, IsTooLateBehindTheDeadlineAlthoughTheTurnIsOn) {
  TurnPolicy patient = Asking(60ms);
  patient.settings.min_silence = 1s;
  PauseWith(patient);
  hearing.Rest(3);
  ASSERT_EQ(hearing.Count(Kind::kMissedDeadline), 1);
  ASSERT_EQ(hearing.Count(Kind::kPause), 1);
  hearing.Judge(kAda, pause, Listening::Verdict::kEnds);
  EXPECT_EQ(hearing.Count(Kind::kEndOfTurn), 0);
}

TEST_F(DetectorTest, LeavesItToThePolicyBehindTheDeadline) {
  PauseWith(60ms);
  hearing.Rest(2);
  EXPECT_EQ(hearing.Count(Kind::kMissedDeadline), 0);
  EXPECT_EQ(hearing.Count(Kind::kEndOfTurn), 0);
  hearing.Rest(3);
  ASSERT_EQ(hearing.Count(Kind::kMissedDeadline), 1);
  EXPECT_EQ(hearing.Count(Kind::kEndOfTurn), 1);
  hearing.Judge(kAda, pause, Listening::Verdict::kGoesOn);
  EXPECT_EQ(hearing.Count(Kind::kEndOfTurn), 1) << "too late";
}

TEST_F(DetectorTest, MayLeaveItToThePolicy) {
  PauseWith(1s);
  hearing.Judge(kAda, pause, Listening::Verdict::kPolicy);
  hearing.Rest(2);
  EXPECT_EQ(hearing.Count(Kind::kEndOfTurn), 1);
  EXPECT_EQ(hearing.Count(Kind::kMissedDeadline), 0);
}

TEST_F(DetectorTest, IsNotWaitedForWhenSomebodySpeaksAgain) {
  PauseWith(200ms);
  hearing.Talk(30, kAda);
  hearing.Judge(kAda, pause, Listening::Verdict::kEnds);
  EXPECT_EQ(hearing.Count(Kind::kEndOfTurn), 0);
}

TEST_F(DetectorTest, AnswersOfUnknownUsersAndPausesChangeNothing) {
  PauseWith(1s);
  hearing.Judge(kBen, pause, Listening::Verdict::kEnds);
  hearing.Judge(kAda, pause + 1, Listening::Verdict::kEnds);
  EXPECT_EQ(hearing.Count(Kind::kEndOfTurn), 0);
}

TEST(TurnPolicies, TwentyFiveUsersHaveTheirOwn) {
  TurnPolicies policies({.deadline = 1s});
  for (std::uint64_t id = 1; id <= TurnPolicies::kMostOwn; ++id)
    EXPECT_TRUE(policies.Set(UserId(id), {.deadline = 2s}));
  EXPECT_FALSE(policies.Set(UserId(100), {.deadline = 2s}));
  EXPECT_TRUE(policies.Set(UserId(1), {.deadline = 3s}));
  EXPECT_EQ(policies.Of(UserId(1)).deadline, 3s);
  EXPECT_EQ(policies.Of(UserId(2)).deadline, 2s);
  EXPECT_EQ(policies.Of(UserId(100)).deadline, 1s);
}

}  // namespace SDKPP_TEST_FILE
}  // namespace sdkpp::session
