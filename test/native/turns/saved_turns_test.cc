#include <gtest/gtest.h>

#include <chrono>

#include "core/turns/barge_in.h"
#include "core/turns/ear.h"
#include "core/turns/turn_machine.h"
#include "support/saved_fields.h"
#include "turns/turn_sound.h"

namespace SDKPP_TEST_FILE {
namespace {

using namespace sdkpp;
using namespace sdkpp::test;
using namespace std::chrono_literals;
using turns::BargeInRule;
using turns::Ear;
using turns::TurnEvent;
using turns::TurnMachine;

constexpr Instant kNow{1h};

TEST(SavedTurns, AnEarKnowsTheNoise) {
  Listening before;
  before.Rest(3'000, {}, 0.05);
  Listening after;
  RestoreInto(after.ear, Save(before.ear, kNow), kNow);
  const auto quiet = [](const turns::EarFrame& frame) { EXPECT_LT(frame.probability, 0.5F); };
  after.Rest(500, quiet, 0.05);
  const auto restore = [](FieldReader& in) { Ear({}).Restore(in); };
  ExpectEachFieldNeeded(Save(before.ear, kNow), kNow, restore);
  RestoreDamaged(Save(before.ear, kNow), kNow, restore, 200);
}

TEST(SavedTurns, ATurnGoesOn) {
  TurnMachine before;
  before.Apply({.threshold = 2.0F});
  std::uint64_t time = 48'000;
  for (; time < 96'000; time += turns::kFrameTicks) before.HandleFrame(FrameOf(time, 0.9F));
  for (; time < 96'000 + 14'400; time += turns::kFrameTicks) before.HandleFrame(FrameOf(time, 0.01F));
  while (before.Poll()) {
  }
  TurnMachine after;
  after.Apply({.max_silence = 310ms, .threshold = 2.0F});
  RestoreInto(after, Save(before, kNow), kNow);
  after.HandleFrame(FrameOf(time, 0.01F));
  const auto end = after.Poll();
  ASSERT_TRUE(end);
  EXPECT_EQ(end->kind, TurnEvent::Kind::kEndOfTurn);
  EXPECT_EQ(end->speech_began, 48'000U);
  EXPECT_EQ(end->speech_ended, 96'000U);
  const auto restore = [](FieldReader& in) {
    TurnMachine machine;
    machine.Restore(in);
    machine.HandleFrame(FrameOf(1'000'000, 0.9F));
    machine.HandleFrame(FrameOf(2'000'000, 0.0F));
  };
  ExpectEachFieldNeeded(Save(before, kNow), kNow, restore);
  RestoreDamaged(Save(before, kNow), kNow, restore);
}

TEST(SavedTurns, AFalseStartIsFoundAfterAMove) {
  const turns::BargeInSettings settings{.min_speech = 100ms, .resume_after = 300ms};
  BargeInRule before;
  before.Apply(settings);
  std::uint64_t time = 0;
  for (; time < 9'600; time += turns::kFrameTicks) before.HandleFrame(UserId{5}, FrameOf(time, 0.9F), true);
  ASSERT_TRUE(before.Poll());
  BargeInRule after;
  after.Apply(settings);
  RestoreInto(after, Save(before, kNow), kNow);
  after.HandleFrame(UserId{5}, FrameOf(time + 14'400, 0.01F), false);
  const auto decision = after.Poll();
  ASSERT_TRUE(decision);
  EXPECT_EQ(decision->kind, turns::BargeInDecision::Kind::kFalseStart);
  const auto restore = [](FieldReader& in) {
    BargeInRule rule;
    rule.Restore(in);
    rule.HandleFrame(UserId{5}, FrameOf(1'000'000, 0.9F), true);
  };
  RestoreDamaged(Save(before, kNow), kNow, restore);
}

}  // namespace
}  // namespace SDKPP_TEST_FILE
