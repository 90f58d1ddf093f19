#include "core/turns/turn_machine.h"

#include <gtest/gtest.h>

#include <chrono>
#include <vector>

#include "turns/turn_sound.h"

namespace SDKPP_TEST_FILE {
namespace {

using namespace sdkpp;
using namespace sdkpp::test;
using namespace std::chrono_literals;
using turns::TurnDecider;
using turns::TurnEvent;
using turns::TurnMachine;
using turns::TurnSettings;
using Kind = TurnEvent::Kind;

/// A machine that is fed frames of a probability.
class Turns {
 public:
  explicit Turns(const TurnSettings& settings) { machine.Apply(settings); }

  void Speak(int ms) { Feed(ms, 0.95F); }
  void Pause(int ms) { Feed(ms, 0.01F); }
  [[nodiscard]] std::vector<Kind> kinds() const {
    std::vector<Kind> kinds;
    for (const TurnEvent& event : events) kinds.push_back(event.kind);
    return kinds;
  }

  TurnMachine machine;
  std::vector<TurnEvent> events;
  std::uint64_t time = 0;

 private:
  void Feed(int ms, float probability) {
    for (; ms > 0; ms -= 10, time += turns::kFrameTicks) {
      machine.HandleFrame(FrameOf(time, probability));
      while (const auto event = machine.Poll()) events.push_back(*event);
    }
  }
};

/// A policy that never finds an end.
constexpr TurnSettings kPatient{.min_silence = 100ms, .max_silence = 1'000ms, .threshold = 2.0F};

TEST(TurnMachine, EndsATurnThatIsNotHeardAnyMore) {
  Turns turns(kPatient);
  turns.machine.Stop(turns.time);
  EXPECT_FALSE(turns.machine.Poll()) << "there is no turn";
  turns.Speak(500);
  turns.Pause(50);
  turns.machine.Stop(turns.time);
  const auto end = turns.machine.Poll();
  ASSERT_TRUE(end);
  EXPECT_EQ(end->kind, Kind::kEndOfTurn);
  EXPECT_EQ(end->time, turns.time);
  EXPECT_EQ(end->speech_ended, 500U * 48);
  EXPECT_EQ(end->silence, 50ms);
  EXPECT_FALSE(turns.machine.is_in_turn());
}

TEST(TurnMachine, TellsStartPausesResumeAndEnd) {
  Turns turns(kPatient);
  turns.Speak(500);
  turns.Pause(250);
  turns.Speak(300);
  turns.Pause(1'100);
  EXPECT_EQ(turns.kinds(),
            (std::vector{Kind::kSpeechStart, Kind::kPause, Kind::kPause, Kind::kResume, Kind::kPause,
                         Kind::kPause, Kind::kPause, Kind::kPause, Kind::kPause, Kind::kPause, Kind::kPause,
                         Kind::kPause, Kind::kPause, Kind::kPause, Kind::kEndOfTurn}));
  EXPECT_EQ(turns.events[0].speech_began, 0U);
  EXPECT_EQ(turns.events[1].silence, 100ms);
  EXPECT_EQ(turns.events[1].speech_ended, 24'000U);
  EXPECT_EQ(turns.events[3].silence, 250ms);
  const TurnEvent& end = turns.events.back();
  EXPECT_EQ(end.silence, 1'000ms);
  EXPECT_EQ(end.speech_began, 0U);
  EXPECT_EQ(end.time - end.speech_ended, 48'000U);
  EXPECT_FALSE(turns.machine.is_in_turn());
}

TEST(TurnMachine, EndsAtTheLeastSilenceWhenThePolicyIsSure) {
  Turns turns({.min_silence = 250ms, .max_silence = 1'000ms, .threshold = 0.0F});
  turns.Speak(500);
  turns.Pause(1'000);
  ASSERT_EQ(turns.events.back().kind, Kind::kEndOfTurn);
  EXPECT_EQ(turns.events.back().silence, 250ms);
}

TEST(TurnMachine, AClickBeginsNoTurn) {
  Turns turns(kPatient);
  turns.Pause(100);
  turns.Speak(20);
  turns.Pause(2'000);
  EXPECT_TRUE(turns.events.empty());
}

TEST(TurnMachine, AShortGapIsNoPause) {
  Turns turns(kPatient);
  turns.Speak(300);
  turns.Pause(90);
  turns.Speak(300);
  EXPECT_EQ(turns.kinds(), std::vector{Kind::kSpeechStart});
}

TEST(TurnMachine, ADetectorEndsThePauseThatItWasAskedFor) {
  Turns turns(
      {.min_silence = 100ms, .max_silence = 2'000ms, .threshold = 0, .decider = TurnDecider::kDetector});
  turns.Speak(300);
  turns.Pause(350);
  ASSERT_EQ(turns.events.back().kind, Kind::kPause);
  const std::uint64_t first = turns.events[1].time;
  turns.machine.EndTurn(first);
  EXPECT_FALSE(turns.machine.Poll()) << "of an older pause";
  turns.machine.EndTurn(turns.events.back().time);
  const auto end = turns.machine.Poll();
  ASSERT_TRUE(end);
  EXPECT_EQ(end->kind, Kind::kEndOfTurn);
  EXPECT_EQ(end->silence, 300ms);
  turns.machine.EndTurn(turns.events.back().time);
  EXPECT_FALSE(turns.machine.Poll()) << "twice";
}

TEST(TurnMachine, AnAnswerAfterSpeechHasResumedIsTooLate) {
  Turns turns(
      {.min_silence = 100ms, .max_silence = 2'000ms, .threshold = 0, .decider = TurnDecider::kDetector});
  turns.Speak(300);
  turns.Pause(150);
  const std::uint64_t pause = turns.events.back().time;
  turns.Speak(100);
  turns.events.clear();
  turns.machine.EndTurn(pause);
  EXPECT_FALSE(turns.machine.Poll());
  EXPECT_TRUE(turns.machine.is_in_turn());
}

TEST(TurnMachine, ThePolicyDecidesWhenADetectorDoesNotAnswer) {
  Turns turns(
      {.min_silence = 100ms, .max_silence = 2'000ms, .threshold = 0, .decider = TurnDecider::kDetector});
  turns.Speak(300);
  turns.Pause(150);
  turns.machine.FallBack(turns.events.back().time);
  turns.Pause(10);
  EXPECT_EQ(turns.events.back().kind, Kind::kEndOfTurn);
}

TEST(TurnMachine, APolicyMayChangeWithinAPause) {
  Turns turns(kPatient);
  turns.Speak(300);
  turns.Pause(400);
  EXPECT_EQ(turns.events.back().kind, Kind::kPause);
  turns.machine.Apply({.min_silence = 100ms, .max_silence = 300ms, .threshold = 2.0F});
  turns.Pause(10);
  EXPECT_EQ(turns.events.back().kind, Kind::kEndOfTurn);
}

TEST(TurnMachine, TimesThatJumpEndTheTurnAndNothingElse) {
  Turns turns(kPatient);
  turns.Speak(300);
  turns.time += 48'000 * 60;
  turns.Pause(10);
  EXPECT_EQ(turns.kinds(), (std::vector{Kind::kSpeechStart, Kind::kPause, Kind::kEndOfTurn}));
  turns.time = 0;
  turns.Speak(300);
  turns.Pause(300);
  EXPECT_LE(turns.events.size(), 10U);
}

TEST(TurnMachine, TheMelodyOfTheLastWordsComesWithAPause) {
  Listening listening;
  TurnMachine machine;
  machine.Apply(kPatient);
  std::vector<TurnEvent> events;
  const auto hear = [&](const turns::EarFrame& frame) {
    machine.HandleFrame(frame);
    while (const auto event = machine.Poll()) events.push_back(*event);
  };
  listening.Rest(500, hear, 0.001);
  listening.Talk(3'000, hear, 0.001);
  listening.Rest(1'500, hear, 0.001);
  ASSERT_FALSE(events.empty());
  ASSERT_EQ(events.back().kind, Kind::kEndOfTurn);
  EXPECT_TRUE(events.back().prosody.has_pitch);
  EXPECT_GT(events.back().prosody.pitch_hz, 90);
  EXPECT_LT(events.back().prosody.pitch_hz, 230);
}

}  // namespace
}  // namespace SDKPP_TEST_FILE
