#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numbers>
#include <vector>

#include "core/audio/high_pass.h"
#include "core/audio/processing_chain.h"
#include "core/audio/samples.h"
#include "support/allocation_guard.h"

namespace sdkpp::test {
namespace SDKPP_TEST_FILE {

using audio::AudioProcessor;
using Part = std::array<float, AudioProcessor::kValues>;

constexpr Part kNothingPlayed{};

/// The loudest value of the second of two seconds of a sine that passes a processor.
float PeakAfter(AudioProcessor& processor, double hertz, float amplitude) {
  float peak = 0;
  std::size_t frame = 0;
  for (int part = 0; part < 200; ++part) {
    Part values;
    for (std::size_t at = 0; at < values.size(); at += kChannels, ++frame) {
      const double turns = hertz * static_cast<double>(frame) / kSampleRate;
      values[at] = values[at + 1] = amplitude * static_cast<float>(std::sin(2 * std::numbers::pi * turns));
    }
    processor.Process(values, kNothingPlayed);
    if (part < 100) continue;
    for (const float value : values) peak = std::max(peak, std::abs(value));
  }
  return peak;
}

float Decibel(float ratio) { return 20 * std::log10(ratio); }

TEST(HighPass, LetsVoicesThroughAndHoldsRumbleBack) {
  const auto gain = [](double hertz) {
    audio::HighPass filter;
    return Decibel(PeakAfter(filter, hertz, 0.5F) / 0.5F);
  };
  EXPECT_NEAR(gain(1000), 0, 0.05);
  EXPECT_NEAR(gain(200), 0, 0.2);
  EXPECT_NEAR(gain(80), -3, 0.1);
  EXPECT_LT(gain(20), -23);
}

TEST(HighPass, TakesAConstantOffsetAway) {
  audio::HighPass filter;
  Part values;
  for (int part = 0; part < 20; ++part) {
    values.fill(0.4F);
    filter.Process(values, kNothingPlayed);
  }
  for (const float value : values) EXPECT_NEAR(value, 0, 1e-3F);
}

TEST(HighPass, KeepsTheChannelsApart) {
  audio::HighPass filter;
  Part values{};
  for (std::size_t at = 0; at < values.size(); at += kChannels) values[at] = at % 8 == 0 ? 0.5F : -0.5F;
  filter.Process(values, kNothingPlayed);
  for (std::size_t at = 1; at < values.size(); at += kChannels) EXPECT_EQ(values[at], 0);
}

TEST(HighPass, FadesIntoRealSilence) {
  audio::HighPass filter;
  Part values;
  values.fill(0.4F);
  filter.Process(values, kNothingPlayed);
  for (int part = 0; part < 100; ++part) {
    values.fill(0);
    filter.Process(values, kNothingPlayed);
    for (const float value : values) {
      EXPECT_TRUE(value == 0 || std::abs(value) >= std::numeric_limits<float>::min());
    }
  }
  EXPECT_EQ(values, Part{});
}

/// Steady tones are noise to the processing of speech.
constexpr audio::SpeechSettings kPlainSound{
    .echo = false, .noise = audio::NoiseReduction::kNone, .gain = false};

TEST(ProcessingChain, LeavesAQuietVoiceAsItIs) {
  audio::ProcessingChain chain;
  chain.Apply(kPlainSound);
  EXPECT_NEAR(Decibel(PeakAfter(chain, 1000, 0.1F) / 0.1F), 0, 0.05);
}

TEST(ProcessingChain, KeepsWhatIsTooLoudInRange) {
  audio::ProcessingChain chain;
  chain.Apply(kPlainSound);
  const float peak = PeakAfter(chain, 440, 3);
  EXPECT_LT(peak, 1);
  EXPECT_NEAR(peak, 0.89, 0.02);
}

TEST(ProcessingChain, AllocatesNothingOnTheMediaThread) {
  audio::ProcessingChain chain;
  Part values;
  values.fill(2);
  const AllocationGuard guard;
  for (int part = 0; part < 3; ++part) chain.Process(values, kNothingPlayed);
  EXPECT_EQ(guard.count(), 0U);
}

TEST(Samples, AreTheSameAfterBothWays) {
  std::vector<std::int16_t> all;
  for (int value = -32'768; value <= 32'767; ++value) all.push_back(static_cast<std::int16_t>(value));
  std::vector<float> wide(all.size());
  std::vector<std::int16_t> back(all.size());
  audio::Widen(all, wide);
  audio::Round(wide, back);
  EXPECT_EQ(back, all);
}

TEST(Samples, SaturateOutsideOfFullScale) {
  EXPECT_EQ(audio::Rounded(1), 32'767);
  EXPECT_EQ(audio::Rounded(7), 32'767);
  EXPECT_EQ(audio::Rounded(-7), -32'768);
}

}  // namespace SDKPP_TEST_FILE
}  // namespace sdkpp::test
