#include "core/turns/turn_policy.h"

#include <gtest/gtest.h>

#include <chrono>
#include <cmath>
#include <limits>

#include "core/turns/pitch_range.h"

namespace SDKPP_TEST_FILE {
namespace {

using namespace sdkpp;
using namespace std::chrono_literals;
using turns::IsOver;
using turns::PitchRange;
using turns::TurnSettings;

constexpr TurnSettings kSettings{.min_silence = 200ms, .max_silence = 1'200ms, .threshold = 0.6F};

TEST(TurnPolicy, AsksForTheThresholdAtTheLeastSilence) {
  EXPECT_FALSE(IsOver(0.99F, 190ms, kSettings));
  EXPECT_TRUE(IsOver(0.61F, 200ms, kSettings));
  EXPECT_FALSE(IsOver(0.59F, 200ms, kSettings));
}

TEST(TurnPolicy, AsksForMoreTheLessAnEndSaves) {
  EXPECT_FALSE(IsOver(0.61F, 300ms, kSettings));
  EXPECT_TRUE(IsOver(0.75F, 300ms, kSettings));
  EXPECT_FALSE(IsOver(0.75F, 900ms, kSettings));
  EXPECT_TRUE(IsOver(0.0F, 1'200ms, kSettings)) << "every turn ends";
}

TEST(TurnPolicy, AThresholdOfZeroEndsAtOnceAndOneAboveOneNever) {
  EXPECT_TRUE(IsOver(0.0F, 200ms, {.min_silence = 200ms, .threshold = 0.0F}));
  EXPECT_FALSE(IsOver(1.0F, 1'000ms, {.min_silence = 200ms, .threshold = 1.5F}));
}

TEST(TurnPolicy, LongerSilenceMakesAnEndLikelier) {
  float before = 0;
  for (int ms = 100; ms <= 1'500; ms += 100) {
    const float now = turns::EndProbabilityByLength({.silence = std::chrono::milliseconds(ms), .turn = 3s});
    EXPECT_GT(now, before);
    before = now;
  }
}

TEST(TurnPolicy, AnyMelodyGivesAProbability) {
  constexpr float kHuge = std::numeric_limits<float>::max();
  for (const float value : {-kHuge, -1.0F, 0.0F, 1.0F, kHuge}) {
    const turns::Prosody prosody{.energy_slope_db_per_s = value,
                                 .energy_over_mean_db = -value,
                                 .peak_over_mean_db = value,
                                 .spectral_change_db = value,
                                 .pitch_slope_semitones_per_s = value,
                                 .fall_semitones = value,
                                 .range_semitones = value,
                                 .stretch = 1h,
                                 .unvoiced = 1h};
    const float chance = turns::EndProbability({.silence = 1h, .turn = 24h, .prosody = prosody});
    EXPECT_TRUE(chance >= 0 && chance <= 1) << value;
  }
}

TEST(PitchRange, SaysWhereAPitchLies) {
  PitchRange range;
  EXPECT_EQ(range.Rank(20), 0.5F);
  for (int tone = 10; tone < 30; ++tone) range.Add(static_cast<float>(tone));
  EXPECT_LT(range.Rank(9), 0.01F);
  EXPECT_NEAR(range.Rank(20), 0.5, 0.05);
  EXPECT_GT(range.Rank(31), 0.99F);
  EXPECT_NEAR(range.Middle(), 20, 1);
}

TEST(PitchRange, FollowsTheSpeakerAndStaysFinite) {
  PitchRange range;
  for (int frame = 0; frame < 20'000; ++frame) range.Add(10);
  for (int frame = 0; frame < 200'000; ++frame) range.Add(25);
  EXPECT_LT(range.Rank(20), 0.01F);
  EXPECT_TRUE(std::isfinite(range.Middle()));
  EXPECT_NEAR(range.Middle(), 25, 0.5);
}

}  // namespace
}  // namespace SDKPP_TEST_FILE
