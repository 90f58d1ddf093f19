#include "core/audio/mixer.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/audio/gain.h"
#include "support/allocation_guard.h"
#include "support/sound.h"
#include "support/tone.h"

namespace sdkpp::test {
namespace SDKPP_TEST_FILE {

TEST(Gain, VolumeIsPerceptual) {
  EXPECT_EQ(audio::GainOfVolume(0), 0.0F);
  EXPECT_EQ(audio::GainOfVolume(-5), 0.0F);
  EXPECT_EQ(audio::GainOfVolume(std::nanf("")), 0.0F);
  EXPECT_NEAR(audio::GainOfVolume(50), 0.0562F, 1e-3F);
  EXPECT_EQ(audio::GainOfVolume(100), 1.0F);
  EXPECT_NEAR(audio::GainOfVolume(200), 1.995F, 1e-3F);
  EXPECT_EQ(audio::GainOfVolume(500), audio::GainOfVolume(200));
  for (int percent = 1; percent <= 200; ++percent) {
    EXPECT_GT(audio::GainOfVolume(static_cast<float>(percent)),
              audio::GainOfVolume(static_cast<float>(percent - 1)));
  }
}

TEST(Gain, ApplyingSaturates) {
  std::array<std::int16_t, 4> values{100, -100, 30'000, -30'000};
  audio::ApplyGain(values, 2.0F);
  EXPECT_EQ(values, (std::array<std::int16_t, 4>{200, -200, 32'767, -32'768}));
}

TEST(Gain, LevelsAreInDbfs) {
  AudioBlock block{};
  EXPECT_EQ(audio::LevelDbfs(block), -100.0F);
  block.fill(-32'768);
  EXPECT_NEAR(audio::LevelDbfs(block), 0.0F, 1e-3F);
  block.fill(328);
  EXPECT_NEAR(audio::LevelDbfs(block), -40.0F, 0.01F);
}

TEST(Mixer, OneQuietBlockPassesUnchanged) {
  audio::Mixer mixer;
  const AudioBlock block = Tone(440, 20'000).Block();
  AudioBlock out;
  mixer.Begin();
  mixer.Add(Widened(block), 1.0F);
  mixer.Finish(out);
  EXPECT_EQ(out, block);
}

TEST(Mixer, LouderThanNormalIsLimitedAndNotClipped) {
  audio::Mixer mixer;
  Tone tone(440, 26'000);
  AudioBlock out;
  std::size_t full = 0;
  for (int i = 0; i < 100; ++i) {
    mixer.Begin();
    mixer.Add(Widened(tone.Block()), 1.0F);
    mixer.Finish(out, audio::GainOfVolume(200));
    if (i < 5) continue;  // the limiter takes hold
    full += static_cast<std::size_t>(
        std::ranges::count_if(out, [](std::int16_t value) { return value >= 32'766 || value <= -32'766; }));
  }
  EXPECT_EQ(full, 0U);
  EXPECT_NEAR(AmplitudeAt(out, 440), 29'204, 600) << "just below full scale";
}

TEST(Mixer, NoInputIsSilence) {
  audio::Mixer mixer;
  AudioBlock out;
  out.fill(99);
  mixer.Begin();
  mixer.Finish(out);
  EXPECT_EQ(out, AudioBlock{});
}

TEST(Mixer, ManyLoudSpeakersStayInRangeWithoutSteps) {
  audio::Mixer mixer;
  Tone tone(200, 25'000);
  AudioBlock out;
  int last = 0;
  int steepest = 0;
  for (int i = 0; i < 50; ++i) {
    const SoundBlock block = Widened(tone.Block());
    const AllocationGuard guard;
    mixer.Begin();
    for (int speaker = 0; speaker < (i < 25 ? 1 : 8); ++speaker) mixer.Add(block, 1.0F);
    mixer.Finish(out);
    EXPECT_EQ(guard.count(), 0U);
    for (std::size_t j = 0; j < out.size(); j += 2) {
      if (i > 26) steepest = std::max(steepest, std::abs(out[j] - last));
      last = out[j];
    }
  }
  // a sine of full scale moves 860 per sample at most; clipping would flatten it, jumping would show here
  EXPECT_LE(steepest, 1100);
  EXPECT_GT(Rms(out), 20'000 * 0.9);
  EXPECT_LT(AmplitudeAt(out, 600), 29'000 * 0.05);  // third harmonic: how a clipped sine gives itself away
}

/// A decoder makes of a packet what its sender put into it.
TEST(Mixer, NoValueOfAPeerSilencesTheOthersForLong) {
  for (const float value : {1e30F, -1e30F, std::numeric_limits<float>::infinity(), std::nanf("")}) {
    audio::Mixer mixer;
    Tone tone(300, 10'000);
    SoundBlock hostile;
    hostile.fill(value);
    AudioBlock out;
    for (int i = 0; i < 100; ++i) {
      mixer.Begin();
      if (i < 50) mixer.Add(hostile, audio::GainOfVolume(200));
      mixer.Add(Widened(tone.Block()), 1.0F);
      mixer.Finish(out);
    }
    EXPECT_NEAR(Rms(out), 10'000 / std::sqrt(2.0), 100) << value;
  }
}

TEST(Samples, EveryFloatHasAPlaceAmongSixteenBits) {
  EXPECT_EQ(audio::Rounded(0.0F), 0);
  EXPECT_EQ(audio::Rounded(1.0F), 32'767);
  EXPECT_EQ(audio::Rounded(-1.0F), -32'768);
  EXPECT_EQ(audio::Rounded(1e30F), 32'767);
  EXPECT_EQ(audio::Rounded(-std::numeric_limits<float>::infinity()), -32'768);
  EXPECT_EQ(audio::Rounded(std::nanf("")), -32'768);
  EXPECT_EQ(audio::Rounded(0.4F / audio::kFullScale), 0);
  EXPECT_EQ(audio::Rounded(-0.6F / audio::kFullScale), -1);
  std::vector<std::int16_t> all;
  for (int value = -32'768; value <= 32'767; ++value) all.push_back(static_cast<std::int16_t>(value));
  EXPECT_EQ(Rounded(std::span<const float>(Widened(std::span<const std::int16_t>(all)))), all);
}

TEST(Mixer, LoudnessComesBackAfterAPeak) {
  audio::Mixer mixer;
  Tone tone(300, 10'000);
  AudioBlock out;
  for (int i = 0; i < 60; ++i) {
    const SoundBlock block = Widened(tone.Block());
    mixer.Begin();
    mixer.Add(block, i < 5 ? 20.0F : 1.0F);
    mixer.Finish(out);
  }
  EXPECT_NEAR(Rms(out), 10'000 / std::sqrt(2.0), 100);
}

}  // namespace SDKPP_TEST_FILE
}  // namespace sdkpp::test
