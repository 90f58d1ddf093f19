#include "core/turns/ear.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <vector>

#include "support/allocation_guard.h"
#include "support/tone.h"
#include "turns/turn_sound.h"

namespace SDKPP_TEST_FILE {
namespace {

using namespace sdkpp;
using namespace sdkpp::test;
using turns::Ear;
using turns::EarFrame;
using turns::EarRate;

/// Loudness of the newest frames of an ear that hears a tone.
float LevelOf(double hertz, EarRate rate) {
  Ear ear({rate});
  Tone tone(hertz, 8000);
  for (int block = 0; block < 10; ++block) ear.Push(0, Widened(tone.Block()), false);
  float sum = 0;
  for (const float value : ear.frames()[1].samples) sum += value * value;
  return 10 * std::log10(sum / static_cast<float>(ear.frames()[1].samples.size()) + 1e-12F);
}

TEST(Ear, GivesTwoFramesOfABlockWithTheirTimes) {
  for (const auto& [rate, size] : {std::pair(EarRate::k16kHz, 160U), std::pair(EarRate::k24kHz, 240U)}) {
    Ear ear({rate});
    EXPECT_TRUE(ear.frames().empty());
    ear.Push(96'000, SoundBlock{}, true);
    ASSERT_EQ(ear.frames().size(), 2U);
    EXPECT_EQ(ear.frames()[0].time, 96'000U - 48);
    EXPECT_EQ(ear.frames()[1].time, 96'000U - 48 + 480);
    for (const EarFrame& frame : ear.frames()) {
      EXPECT_EQ(frame.samples.size(), size);
      EXPECT_TRUE(frame.is_concealed);
      EXPECT_EQ(frame.level_dbfs, -100.0F);
    }
  }
}

TEST(Ear, KeepsTheBandAndNothingThatWouldAlias) {
  const float loud = 20 * std::log10(8000.0F / 32768 / std::numbers::sqrt2_v<float>);
  EXPECT_NEAR(LevelOf(1'000, EarRate::k16kHz), loud, 0.1);
  EXPECT_NEAR(LevelOf(6'000, EarRate::k16kHz), loud, 0.5);
  EXPECT_LT(LevelOf(10'000, EarRate::k16kHz), -80);
  EXPECT_NEAR(LevelOf(10'000, EarRate::k24kHz), loud, 1.0);
  EXPECT_LT(LevelOf(14'000, EarRate::k24kHz), -80);
}

TEST(Ear, PlacesAnImpulseWithinASample) {
  Ear ear({EarRate::k16kHz});
  SoundBlock block{};
  block[2 * 600] = block[2 * 600 + 1] = 1.0F;
  ear.Push(4'800, block, false);
  std::uint64_t place = 0;
  float most = 0;
  for (const EarFrame& frame : ear.frames()) {
    for (std::size_t at = 0; at < frame.samples.size(); ++at) {
      if (frame.samples[at] <= most) continue;
      most = frame.samples[at];
      place = frame.time + 3 * at;
    }
  }
  EXPECT_NEAR(static_cast<double>(place), 4'800 + 600, 3);
}

TEST(Ear, TellsThePitchOfAVoice) {
  Ear ear({EarRate::k16kHz});
  Voice voice;
  std::vector<float> pitches;
  for (int block = 0; block < 50; ++block) {
    ear.Push(0, Widened(voice.Block()), false);
    for (const EarFrame& frame : ear.frames()) pitches.push_back(frame.pitch_hz);
  }
  std::ranges::sort(pitches);
  EXPECT_NEAR(pitches[pitches.size() / 2], 120, 1.5);
}

TEST(Ear, BelievesInSpeechAndNotInSteadyNoise) {
  Listening listening;
  listening.Rest(2'000, {}, 0.02);
  int frames = 0;
  int speech = 0;
  const auto count = [&](const EarFrame& frame) {
    ++frames;
    speech += frame.probability > 0.5F ? 1 : 0;
  };
  listening.Rest(4'000, count, 0.02);
  EXPECT_LT(speech, frames / 50);
  frames = speech = 0;
  listening.Talk(4'000, count, 0.02);
  // the talker rests a quarter of the time
  EXPECT_GT(speech, frames / 2);
}

TEST(Ear, SilenceIsNoSpeechAtOnce) {
  Listening listening;
  listening.Talk(2'000);
  listening.Stop(20, [](const EarFrame& frame) {
    EXPECT_LT(frame.probability, 0.01F);
    EXPECT_EQ(frame.level_dbfs, -100.0F);
    EXPECT_EQ(frame.pitch_hz, 0.0F);
    EXPECT_TRUE(std::ranges::all_of(frame.samples, [](float value) { return value == 0; }));
  });
}

TEST(Ear, AnyValuesOfASenderGiveFiniteFrames) {
  Ear ear({EarRate::k24kHz});
  const float strange[] = {std::numeric_limits<float>::quiet_NaN(),
                           std::numeric_limits<float>::infinity(),
                           -std::numeric_limits<float>::infinity(),
                           std::numeric_limits<float>::max(),
                           std::numeric_limits<float>::denorm_min(),
                           1e30F,
                           -1.0F,
                           0.0F};
  SoundBlock block;
  for (std::size_t round = 0; round < 200; ++round) {
    for (std::size_t at = 0; at < block.size(); ++at) block[at] = strange[(at * 7 + round * at) % 8];
    ear.Push(round * kBlockSamples, block, round % 3 == 0);
    for (const EarFrame& frame : ear.frames()) {
      EXPECT_TRUE(frame.probability >= 0 && frame.probability <= 1);
      EXPECT_TRUE(frame.level_dbfs >= -100 && frame.level_dbfs <= 0);
      EXPECT_TRUE(frame.pitch_hz == 0 || (frame.pitch_hz >= 60 && frame.pitch_hz <= 400));
      for (const float value : frame.samples) ASSERT_TRUE(std::isfinite(value));
    }
  }
}

TEST(Ear, AllocatesNothingAfterConstruction) {
  Ear ear({EarRate::k24kHz});
  const SoundBlock block = Widened(Noise(8000, 1).Block());
  const AllocationGuard guard;
  ear.Push(0, block, false);
  ear.PushSilence(960);
  EXPECT_EQ(guard.count(), 0U);
}

}  // namespace
}  // namespace SDKPP_TEST_FILE
