#include "core/audio/speech.h"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <cstddef>
#include <random>
#include <vector>

#include "core/audio/processing_chain.h"
#include "support/allocation_guard.h"
#include "support/talking.h"

namespace sdkpp::test {
namespace SDKPP_TEST_FILE {

using audio::AudioProcessor;
using audio::NoiseReduction;
using audio::SpeechSettings;
using Part = std::array<float, AudioProcessor::kValues>;

constexpr SpeechSettings kOff{.echo = false, .noise = NoiseReduction::kNone, .gain = false};
constexpr int kPartsPerSecond = 100;

double Decibel(double power) { return 10 * std::log10(power + 1e-30); }

/// The part of a loudspeaker's sound that reaches a microphone: later, quieter, and from many walls.
class Room {
 public:
  Room(double delay_ms, double gain_db, std::uint64_t seed = 7)
      : delay_(static_cast<std::size_t>(delay_ms * kSampleRate / 1000)), line_(kSampleRate) {
    std::mt19937_64 random(seed);
    std::normal_distribution<double> even;
    double power = 0;
    for (std::size_t at = 0; at < kTaps; ++at) {
      taps_[at] = even(random) * std::exp(-static_cast<double>(at) / (kTaps / 3.0));
      power += taps_[at] * taps_[at];
    }
    for (double& tap : taps_) tap *= std::pow(10, gain_db / 20) / std::sqrt(power);
  }

  float Hear(float played) {
    line_[at_] = played;
    double heard = 0;
    for (std::size_t tap = 0; tap < kTaps; ++tap) {
      heard += taps_[tap] * line_[(at_ + line_.size() - delay_ - tap * kStep) % line_.size()];
    }
    at_ = (at_ + 1) % line_.size();
    return static_cast<float>(heard);
  }

 private:
  static constexpr std::size_t kStep = 16;
  static constexpr std::size_t kTaps = 240;  ///< 80 ms of them
  std::size_t delay_;
  std::array<double, kTaps> taps_{};
  std::vector<float> line_;
  std::size_t at_ = 0;
};

/// A player at a desk: a voice, a room that gives back what is played, and noise; and what processing makes
/// of it.
struct Desk {
  explicit Desk(const SpeechSettings& settings) { processor.Apply(settings); }

  /// Mean powers of a time.
  struct Powers {
    double voice = 0;
    double echo = 0;
    double heard = 0;
    double out = 0;
  };
  Powers Run(double seconds) {
    Powers powers;
    const int parts = static_cast<int>(seconds * kPartsPerSecond);
    for (int part = 0; part < parts; ++part) RunPart(powers);
    const double samples = static_cast<double>(parts) * AudioProcessor::kFrames;
    return {powers.voice / samples, powers.echo / samples, powers.heard / samples, powers.out / samples};
  }

  void RunPart(Powers& powers) {
    Part captured;
    Part played;
    for (std::size_t at = 0; at < captured.size(); at += kChannels) {
      const float far = plays ? loudspeaker.Sample() : 0;
      const float echo = room.Hear(far);
      const float voice = talks ? player.Sample() : 0;
      played[at] = played[at + 1] = far;
      captured[at] = captured[at + 1] = voice + echo + static_cast<float>(noise * hiss(random));
      powers.voice += voice * voice;
      powers.echo += echo * echo;
      powers.heard += captured[at] * captured[at];
    }
    processor.Process(captured, played);
    for (std::size_t at = 0; at < captured.size(); at += kChannels) {
      EXPECT_TRUE(std::isfinite(captured[at]));
      powers.out += captured[at] * captured[at];
    }
  }

  audio::Speech processor{};
  Talking loudspeaker{1, 0.5};
  Talking player{9, 0.3};
  Room room{120, -10};
  std::mt19937_64 random{3};
  std::normal_distribution<double> hiss{};
  double noise = 0.0003;
  bool plays = false;
  bool talks = false;
};

constexpr SpeechSettings kEchoOnly{.echo = true, .noise = NoiseReduction::kNone, .gain = false};
constexpr SpeechSettings kSuppression{.echo = false, .noise = NoiseReduction::kSuppressed, .gain = false};
constexpr SpeechSettings kCancellation{.echo = false, .noise = NoiseReduction::kCancelled, .gain = false};
constexpr SpeechSettings kGainOnly{.echo = false, .noise = NoiseReduction::kNone, .gain = true};

TEST(Speech, LeavesSoundAloneWhenAllIsOff) {
  audio::Speech processor;
  processor.Apply(kOff);
  Part values;
  for (std::size_t at = 0; at < values.size(); ++at) values[at] = static_cast<float>(at) / 1000 - 0.5F;
  const Part before = values;
  processor.Process(values, before);
  EXPECT_EQ(values, before);
}

TEST(Speech, GivesTheSameOnBothChannels) {
  audio::Speech processor;
  Part values{};
  for (int part = 0; part < 20; ++part) {
    for (std::size_t at = 0; at < values.size(); at += kChannels) {
      values[at] = 0.4F * static_cast<float>(std::sin(static_cast<double>(at) / 20));
      values[at + 1] = 0;
    }
    processor.Process(values, Part{});
    for (std::size_t at = 0; at < values.size(); at += kChannels) EXPECT_EQ(values[at], values[at + 1]);
  }
}

class EchoDelays : public ::testing::TestWithParam<double> {};

TEST_P(EchoDelays, AreLearnedWithinSeconds) {
  Desk desk(kEchoOnly);
  desk.room = Room(GetParam(), -10);
  desk.plays = true;
  (void)desk.Run(4);
  const auto powers = desk.Run(4);
  EXPECT_GT(Decibel(powers.echo) - Decibel(powers.out), 20);
}

INSTANTIATE_TEST_SUITE_P(Speech, EchoDelays, ::testing::Values(40, 120, 220));

TEST(Speech, ResidualEchoGoesWithTheNoise) {
  Desk desk({.echo = true, .noise = NoiseReduction::kSuppressed, .gain = false});
  desk.plays = true;
  (void)desk.Run(4);
  const auto powers = desk.Run(4);
  EXPECT_GT(Decibel(powers.echo) - Decibel(powers.out), 28);
}

TEST(Speech, KeepsTheVoiceWhileTheSpeakerPlays) {
  Desk desk(kEchoOnly);
  desk.plays = true;
  (void)desk.Run(7);
  desk.talks = true;
  const auto powers = desk.Run(5);
  EXPECT_NEAR(Decibel(powers.out), Decibel(powers.voice), 2);
}

TEST(Speech, LearnsARoomAnewWhenItChanges) {
  Desk desk(kEchoOnly);
  desk.plays = true;
  (void)desk.Run(8);
  desk.room = Room(60, -12, 21);
  (void)desk.Run(6);
  const auto powers = desk.Run(4);
  EXPECT_GT(Decibel(powers.echo) - Decibel(powers.out), 18);
}

TEST(Speech, TakesNoEchoAwayWhenThatIsOff) {
  Desk desk(kOff);
  desk.plays = true;
  (void)desk.Run(4);
  const auto powers = desk.Run(2);
  EXPECT_NEAR(Decibel(powers.out), Decibel(powers.heard), 0.1);
}

TEST(Speech, SuppressesNoiseAndKeepsTheVoice) {
  Desk desk(kSuppression);
  desk.noise = 0.01;
  (void)desk.Run(2);
  const auto quiet = desk.Run(3);
  EXPECT_NEAR(Decibel(quiet.heard) - Decibel(quiet.out), 15, 2);
  desk.talks = true;
  const auto spoken = desk.Run(5);
  EXPECT_NEAR(Decibel(spoken.out), Decibel(spoken.voice), 1.5);
}

TEST(Speech, CancellationTakesMoreNoise) {
  Desk desk(kCancellation);
  desk.noise = 0.01;
  (void)desk.Run(2);
  const auto quiet = desk.Run(3);
  EXPECT_GT(Decibel(quiet.heard) - Decibel(quiet.out), 25);
  desk.talks = true;
  const auto spoken = desk.Run(5);
  EXPECT_NEAR(Decibel(spoken.out), Decibel(spoken.voice), 1.5);
}

TEST(Speech, BringsQuietAndLoudPlayersTogether) {
  std::vector<double> levels;
  for (const double level : {0.03, 0.1, 0.3, 0.9}) {
    Desk desk(kGainOnly);
    desk.player = Talking(9, level);
    desk.talks = true;
    (void)desk.Run(6);
    levels.push_back(Decibel(desk.Run(6).out));
  }
  for (const double level : levels) EXPECT_NEAR(level, -25.5, 2);
}

TEST(Speech, AmplifiesByALimitedGain) {
  Desk desk(kGainOnly);
  desk.player = Talking(9, 0.003);
  desk.noise = 0;
  desk.talks = true;
  (void)desk.Run(6);
  const auto powers = desk.Run(4);
  EXPECT_LT(Decibel(powers.out) - Decibel(powers.voice), 21);
}

TEST(Speech, DoesNotAmplifyAnEmptyRoom) {
  Desk desk(kGainOnly);
  desk.noise = 0.001;
  (void)desk.Run(2);
  const auto powers = desk.Run(10);
  EXPECT_LT(Decibel(powers.out) - Decibel(powers.heard), 3);
}

TEST(Speech, SaysNothingOldWhenItIsSwitchedOnAgain) {
  Desk desk({.echo = true, .noise = NoiseReduction::kSuppressed, .gain = true});
  desk.talks = true;
  (void)desk.Run(3);
  desk.processor.Apply(kOff);
  desk.processor.Apply({});
  Part values{};
  desk.processor.Process(values, Part{});
  for (const float value : values) EXPECT_NEAR(value, 0, 1e-3F);
}

TEST(Speech, SurvivesWhatNoMicrophoneGives) {
  audio::Speech processor;
  std::mt19937_64 random(5);
  Part values{};
  for (int part = 0; part < 300; ++part) {
    Part played;
    for (std::size_t at = 0; at < values.size(); ++at) {
      const bool positive = (random() & 1) != 0;
      values[at] = positive ? 8.0F : -8.0F;
      played[at] = part % 2 == 0 ? -values[at] : 0;
    }
    processor.Process(values, played);
    for (const float value : values) ASSERT_TRUE(std::isfinite(value));
  }
  // and works afterwards
  for (int part = 0; part < 300; ++part) {
    values.fill(0);
    processor.Process(values, Part{});
  }
  for (const float value : values) EXPECT_NEAR(value, 0, 1e-3F);
}

TEST(Speech, AllocatesNothingAfterConstruction) {
  audio::ProcessingChain chain;
  Talking voice(2);
  Part values;
  Part played{};
  const AllocationGuard guard;
  for (int part = 0; part < 50; ++part) {
    for (float& value : values) value = voice.Sample();
    if (part % 10 == 5) chain.Apply(kOff);
    if (part % 10 == 0) chain.Apply({});
    chain.Process(values, played);
    played = values;
  }
  EXPECT_EQ(guard.count(), 0U);
}

}  // namespace SDKPP_TEST_FILE
}  // namespace sdkpp::test
