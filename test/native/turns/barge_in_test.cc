#include "core/turns/barge_in.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <initializer_list>
#include <vector>

#include "turns/turn_sound.h"

namespace SDKPP_TEST_FILE {
namespace {

using namespace sdkpp;
using namespace sdkpp::test;
using namespace std::chrono_literals;
using turns::BargeInDecision;
using turns::BargeInRule;
using Kind = BargeInDecision::Kind;

constexpr UserId kAnna{1};
constexpr UserId kBen{2};

/// Own sound that plays, and users who speak over it.
class Interrupting {
 public:
  explicit Interrupting(const turns::BargeInSettings& settings) { rule.Apply(settings); }

  void Hear(int ms, std::initializer_list<UserId> speakers, bool is_playing = true) {
    for (; ms > 0; ms -= 10, time += turns::kFrameTicks) {
      for (const UserId user : {kAnna, kBen}) {
        const bool speaks = std::ranges::find(speakers, user) != speakers.end();
        rule.HandleFrame(user, FrameOf(time, speaks ? 0.95F : 0.01F), is_playing);
        while (const auto decision = rule.Poll()) decisions.push_back(*decision);
      }
    }
  }

  BargeInRule rule;
  std::vector<BargeInDecision> decisions;
  std::uint64_t time = 0;
};

TEST(BargeIn, OwnSoundThatComesBackDoesNotInterrupt) {
  BargeInRule rule;
  rule.Apply({.min_speech = 300ms});
  for (std::uint64_t time = 0; time < 96'000; time += turns::kFrameTicks) {
    turns::EarFrame frame = FrameOf(time, 0.95F);
    frame.is_own_echo = true;
    rule.HandleFrame(kAnna, frame, true);
  }
  EXPECT_FALSE(rule.Poll());
}

TEST(BargeIn, DecidesWithTheFrameThatMakesTheSpeechLongEnough) {
  Interrupting call({.min_speech = 300ms});
  call.Hear(100, {});
  call.Hear(260, {kAnna});
  EXPECT_TRUE(call.decisions.empty());
  call.Hear(10, {kAnna});
  ASSERT_EQ(call.decisions.size(), 1U);
  EXPECT_EQ(call.decisions[0].kind, Kind::kInterrupt);
  EXPECT_EQ(call.decisions[0].user, kAnna);
  // a voice sounds 30 ms before it is believed
  EXPECT_EQ(call.decisions[0].speech_began, 4'800U - 1'440);
  EXPECT_EQ(call.decisions[0].time, call.decisions[0].speech_began + 14'400);
  call.Hear(2'000, {kAnna});
  EXPECT_EQ(call.decisions.size(), 1U) << "a speech interrupts once";
}

TEST(BargeIn, ABackchannelDoesNotInterrupt) {
  Interrupting call({.min_speech = 300ms});
  for (int time = 0; time < 5; ++time) {
    call.Hear(250, {kAnna});
    call.Hear(400, {});
  }
  EXPECT_TRUE(call.decisions.empty());
}

TEST(BargeIn, GapsBetweenWordsAreNotCountedAndEndNothing) {
  Interrupting call({.min_speech = 300ms});
  call.Hear(100, {});
  call.Hear(170, {kAnna});
  call.Hear(150, {});
  call.Hear(90, {kAnna});
  EXPECT_TRUE(call.decisions.empty());
  call.Hear(10, {kAnna});
  EXPECT_EQ(call.decisions.size(), 1U);
}

TEST(BargeIn, AStopWithinAWordIsAPartOfIt) {
  Interrupting call({.min_speech = 300ms});
  call.Hear(100, {});
  call.Hear(150, {kAnna});
  call.Hear(60, {});
  call.Hear(50, {kAnna});
  EXPECT_TRUE(call.decisions.empty());
  call.Hear(10, {kAnna});
  EXPECT_EQ(call.decisions.size(), 1U);
}

TEST(BargeIn, NobodyInterruptsSilenceButSpeechBeforeCounts) {
  Interrupting call({.min_speech = 300ms});
  call.Hear(1'000, {kBen}, false);
  EXPECT_TRUE(call.decisions.empty());
  call.Hear(10, {kBen}, true);
  ASSERT_EQ(call.decisions.size(), 1U);
  EXPECT_EQ(call.decisions[0].speech_began, 0U);
}

TEST(BargeIn, AnInterruptionThatComesToNothingIsAFalseStart) {
  Interrupting call({.min_speech = 200ms, .resume_after = 500ms});
  call.Hear(250, {kAnna});
  call.Hear(490, {}, false);
  ASSERT_EQ(call.decisions.size(), 1U);
  call.Hear(20, {}, false);
  ASSERT_EQ(call.decisions.size(), 2U);
  EXPECT_EQ(call.decisions[1].kind, Kind::kFalseStart);
  EXPECT_EQ(call.decisions[1].user, kAnna);
  call.Hear(1'000, {}, false);
  EXPECT_EQ(call.decisions.size(), 2U);
}

TEST(BargeIn, WhoSaysEnoughMeansIt) {
  Interrupting call({.min_speech = 200ms, .resume_after = 500ms, .max_false_start = 800ms});
  call.Hear(250, {kAnna});
  call.Hear(400, {}, false);
  call.Hear(600, {kAnna}, false);
  call.Hear(2'000, {}, false);
  ASSERT_EQ(call.decisions.size(), 2U);
  EXPECT_EQ(call.decisions[1].kind, Kind::kMeant);
  EXPECT_EQ(call.decisions[1].user, kAnna);
}

TEST(BargeIn, AFalseStartIsNoneWhileSomebodyElseInterrupts) {
  Interrupting call({.min_speech = 200ms, .resume_after = 500ms});
  call.Hear(250, {kAnna, kBen});
  call.Hear(700, {kBen});
  EXPECT_EQ(call.decisions.size(), 2U);
  for (const BargeInDecision& decision : call.decisions) EXPECT_EQ(decision.kind, Kind::kInterrupt);
}

TEST(BargeIn, WhoSpeaksWhenAFalseStartIsDueTakesTheInterruptionOver) {
  Interrupting call({.min_speech = 200ms, .resume_after = 500ms});
  call.Hear(250, {kAnna});
  call.Hear(600, {kBen}, false);
  call.Hear(490, {}, false);
  ASSERT_EQ(call.decisions.size(), 1U)
      << "the own sound had stopped, so that it was no interruption of its own";
  call.Hear(20, {}, false);
  ASSERT_EQ(call.decisions.size(), 2U);
  EXPECT_EQ(call.decisions[1].kind, Kind::kFalseStart);
  EXPECT_EQ(call.decisions[1].user, kBen);
}

TEST(BargeIn, ABackchannelTakesNoInterruptionOver) {
  Interrupting call({.min_speech = 300ms, .resume_after = 500ms});
  call.Hear(350, {kAnna});
  call.Hear(300, {}, false);
  call.Hear(190, {kBen}, false);
  ASSERT_EQ(call.decisions.size(), 1U);
  call.Hear(20, {}, false);
  ASSERT_EQ(call.decisions.size(), 2U);
  EXPECT_EQ(call.decisions[1].kind, Kind::kFalseStart);
  EXPECT_EQ(call.decisions[1].user, kAnna);
}

TEST(BargeIn, AFalseStartIsNoneWhileSomebodyElseWhoInterruptsPausesBetweenWords) {
  Interrupting call({.min_speech = 200ms, .resume_after = 500ms});
  call.Hear(250, {kAnna, kBen});
  call.Hear(250, {kBen});
  call.Hear(400, {});
  call.Hear(100, {kBen});
  EXPECT_EQ(call.decisions.size(), 2U);
  for (const BargeInDecision& decision : call.decisions) EXPECT_EQ(decision.kind, Kind::kInterrupt);
  call.Hear(510, {});
  ASSERT_EQ(call.decisions.size(), 3U);
  EXPECT_EQ(call.decisions[2].kind, Kind::kFalseStart);
  EXPECT_EQ(call.decisions[2].user, kBen);
}

TEST(BargeIn, OfMoreUsersThanItKnowsThoseWhoSpeakCount) {
  BargeInRule rule;
  rule.Apply({.min_speech = 300ms});
  std::uint64_t time = 0;
  int decisions = 0;
  for (int frame = 0; frame < 30; ++frame, time += turns::kFrameTicks) {
    rule.HandleFrame(kAnna, FrameOf(time, 0.9F), true);
    decisions += rule.Poll() ? 1 : 0;
    for (std::uint64_t other = 100; other < 140; ++other) {
      rule.HandleFrame(UserId(other), FrameOf(time, 0.01F), true);
      decisions += rule.Poll() ? 1 : 0;
    }
  }
  EXPECT_EQ(decisions, 1);
}

}  // namespace
}  // namespace SDKPP_TEST_FILE
