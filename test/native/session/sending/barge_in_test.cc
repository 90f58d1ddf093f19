#include "core/session/sending/barge_in.h"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "session/media_end.h"

namespace sdkpp::session {
namespace SDKPP_TEST_FILE {

using Kind = event::BargeIn::Kind;

constexpr player::SourcePosition kPlace{.samples = 4800, .track = 3};

class BargeInTest : public testing::Test {
 protected:
  void Apply(BargeInAction action, Duration resume_after = {}, bool anyone = true) {
    barge_in.Apply({.action = action,
                    .anyone = anyone,
                    .min_speech = 100ms,
                    .min_probability = 0.6F,
                    .duck_by = -20,
                    .resume_after = resume_after});
  }
  /// Ben, or somebody else, speaks or is silent over sound that plays, unless it is stopped.
  void Hear(int ms, bool speaks, UserId user = kBen) {
    for (; ms > 0; ms -= 20) {
      Tick([&] {
        for (int frame = 0; frame < 2; ++frame, time += turns::kFrameTicks) {
          const bool is_playing = !barge_in.restraint().stops;
          barge_in.HandleFrame(now, user, {.time = time, .probability = speaks ? 0.9F : 0.1F}, is_playing);
        }
      });
    }
  }
  void HearNothing(int ms) {
    for (; ms > 0; ms -= 20) Tick([] {});
  }
  template <class Frames>
  void Tick(const Frames& frames) {
    now += kBlockDuration;
    frames();
    barge_in.Tick(now, kPlace, events);
    while (auto event = ring.Pop()) told.push_back(std::get<event::BargeIn>(*event));
  }
  [[nodiscard]] std::vector<Kind> kinds() const {
    std::vector<Kind> all;
    for (const auto& each : told) all.push_back(each.kind);
    return all;
  }

  BargeIn barge_in;
  SpscRing<MediaEvent> ring{EventSink::kCapacity};
  EventSink events{ring};
  Instant now{10s};
  std::uint64_t time = 48'000;
  std::vector<event::BargeIn> told;
};

TEST_F(BargeInTest, StopsTheInputUntilItIsReleased) {
  Apply(BargeInAction::kStop);
  EXPECT_TRUE(barge_in.active());
  // a voice sounds for 30 ms before it is believed
  Hear(60, true);
  EXPECT_EQ(barge_in.restraint(), Restraint{});
  Hear(20, true);
  EXPECT_TRUE(barge_in.restraint().stops);
  ASSERT_EQ(told.size(), 1u);
  EXPECT_EQ(told[0].kind, Kind::kInterrupted);
  EXPECT_EQ(told[0].number, 1u);
  EXPECT_EQ(told[0].user, kBen);
  EXPECT_EQ(told[0].speech_began, 48'000u - 1'440);
  EXPECT_EQ(told[0].time, told[0].speech_began + 4'800);
  EXPECT_EQ(told[0].decided, now);
  EXPECT_EQ(told[0].position.track, kPlace.track);
  EXPECT_EQ(told[0].position.samples, kPlace.samples);
  Hear(3'000, false);
  EXPECT_TRUE(barge_in.restraint().stops);
  barge_in.Release(7);
  EXPECT_TRUE(barge_in.restraint().stops) << "another interruption";
  barge_in.Release(1);
  EXPECT_FALSE(barge_in.restraint().stops);
  EXPECT_EQ(kinds(), std::vector{Kind::kInterrupted});
}

TEST_F(BargeInTest, GoesOnAfterAFalseStart) {
  Apply(BargeInAction::kStop, 300ms);
  Hear(200, true);
  Hear(280, false);
  EXPECT_TRUE(barge_in.restraint().stops);
  Hear(20, false);
  EXPECT_FALSE(barge_in.restraint().stops);
  EXPECT_EQ(kinds(), (std::vector{Kind::kInterrupted, Kind::kResumed}));
}

TEST_F(BargeInTest, WhoInterruptedMayInterruptTheNextAnswer) {
  Apply(BargeInAction::kStop, 2s);
  Hear(200, true);
  Hear(300, false);
  barge_in.Release(1);
  Hear(200, true);
  EXPECT_TRUE(barge_in.restraint().stops);
  ASSERT_EQ(kinds(), (std::vector{Kind::kInterrupted, Kind::kInterrupted}));
  EXPECT_EQ(told[1].number, 2u);
}

TEST_F(BargeInTest, ASpeechThatGoesOnBehindItsReleaseInterruptsOnce) {
  Apply(BargeInAction::kStop, 2s);
  Hear(200, true);
  barge_in.Release(1);
  Hear(500, true);
  EXPECT_FALSE(barge_in.restraint().stops);
  EXPECT_EQ(kinds(), std::vector{Kind::kInterrupted});
}

TEST_F(BargeInTest, ANewRuleStopsWhoTheOldOneOnlyReported) {
  Apply(BargeInAction::kReport);
  Hear(200, true);
  Apply(BargeInAction::kStop);
  Hear(200, true);
  EXPECT_TRUE(barge_in.restraint().stops);
  EXPECT_EQ(kinds(), (std::vector{Kind::kInterrupted, Kind::kInterrupted}));
}

TEST_F(BargeInTest, ANewRuleTellsNothingOfTheOldOne) {
  Apply(BargeInAction::kStop);
  while (events.HasRoom()) (void)events.Send(event::PathBack{});
  for (int frame = 0; frame < 20; ++frame, time += turns::kFrameTicks)
    barge_in.HandleFrame(now, kBen, {.time = time, .probability = 0.9F}, true);
  barge_in.Tick(now, kPlace, events);
  while (ring.Pop()) {
  }
  Apply(BargeInAction::kStop);
  HearNothing(100);
  EXPECT_TRUE(told.empty());
}

TEST_F(BargeInTest, WaitsForWhoTookTheInterruptionOver) {
  Apply(BargeInAction::kStop, 1500ms);
  Hear(200, true);
  for (int ms = 0; ms < 1'700; ms += 20) {
    Hear(20, false);
    // the same tick of another user
    time -= 2 * turns::kFrameTicks;
    now -= kBlockDuration;
    Hear(20, ms >= 1'300, kAda);
  }
  EXPECT_TRUE(barge_in.restraint().stops);
  Hear(1'480, false, kAda);
  EXPECT_TRUE(barge_in.restraint().stops);
  Hear(40, false, kAda);
  EXPECT_FALSE(barge_in.restraint().stops);
  EXPECT_EQ(kinds(), (std::vector{Kind::kInterrupted, Kind::kResumed}));
}

TEST_F(BargeInTest, CountsTheTimeWithoutFramesFromTheLastWord) {
  Apply(BargeInAction::kStop, 4s);
  Hear(200, true);
  Hear(3'000, false);
  HearNothing(2'000);
  EXPECT_TRUE(barge_in.restraint().stops);
  HearNothing(20);
  EXPECT_FALSE(barge_in.restraint().stops) << "the ear rests before the sound may go on";
}

TEST_F(BargeInTest, DoesNotGoOnWhenItWasMeant) {
  Apply(BargeInAction::kStop, 300ms);
  Hear(1'100, true);
  Hear(2'000, false);
  EXPECT_TRUE(barge_in.restraint().stops);
  EXPECT_EQ(kinds(), (std::vector{Kind::kInterrupted, Kind::kMeant}));
}

TEST_F(BargeInTest, GoesOnWhenTheInterrupterHasLeft) {
  Apply(BargeInAction::kStop, 300ms);
  Hear(200, true);
  HearNothing(1'300);
  EXPECT_TRUE(barge_in.restraint().stops);
  HearNothing(20);
  EXPECT_FALSE(barge_in.restraint().stops);
  EXPECT_EQ(kinds(), (std::vector{Kind::kInterrupted, Kind::kResumed}));
}

TEST_F(BargeInTest, DucksForAsLongAsSomebodySpeaks) {
  Apply(BargeInAction::kDuck);
  Hear(3'000, true);
  EXPECT_FALSE(barge_in.restraint().stops);
  EXPECT_NEAR(barge_in.restraint().gain, 0.1, 1e-6);
  Hear(480, false);
  EXPECT_NEAR(barge_in.restraint().gain, 0.1, 1e-6);
  Hear(20, false);
  EXPECT_EQ(barge_in.restraint().gain, 1);
  EXPECT_EQ(kinds(), (std::vector{Kind::kInterrupted, Kind::kResumed}));
}

TEST_F(BargeInTest, OnlyReportsWhenThatIsAskedFor) {
  Apply(BargeInAction::kReport);
  Hear(500, true);
  EXPECT_EQ(barge_in.restraint(), Restraint{});
  EXPECT_EQ(kinds(), std::vector{Kind::kInterrupted});
}

TEST_F(BargeInTest, HearsOnlyThoseWhoMay) {
  Apply(BargeInAction::kStop, {}, false);
  barge_in.Let(kAda);
  Hear(500, true);
  EXPECT_TRUE(told.empty());
  barge_in.Let(kBen);
  Hear(500, true);
  EXPECT_EQ(told.size(), 1u);
}

TEST_F(BargeInTest, ANewRuleEndsAnInterruption) {
  Apply(BargeInAction::kStop, 5s);
  Hear(200, true);
  Apply(BargeInAction::kOff);
  EXPECT_EQ(barge_in.restraint(), Restraint{});
  EXPECT_FALSE(barge_in.active());
}

TEST_F(BargeInTest, TellsALateListenerTheNewestOfTheNewest) {
  Apply(BargeInAction::kStop, 300ms);
  for (std::size_t at = 0; events.HasRoom(); ++at) (void)events.Send(event::PathBack{});
  for (int round = 0; round < 3; ++round) {
    now += 10ms;
    for (int ms = 0; ms < 800; ms += 10, time += turns::kFrameTicks, now += 10ms) {
      barge_in.HandleFrame(now, kBen, {.time = time, .probability = ms < 200 ? 0.9F : 0.1F}, true);
      barge_in.Tick(now, kPlace, events);
    }
  }
  while (auto event = ring.Pop()) EXPECT_TRUE(std::holds_alternative<event::PathBack>(*event));
  HearNothing(20);
  ASSERT_EQ(told.size(), 1u);
  EXPECT_EQ(told[0].number, 3u);
  EXPECT_EQ(told[0].kind, Kind::kResumed);
}

}  // namespace SDKPP_TEST_FILE
}  // namespace sdkpp::session
