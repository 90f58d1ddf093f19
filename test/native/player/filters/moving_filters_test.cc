#include <gtest/gtest.h>

#include "core/player/filters/rotation.h"
#include "core/player/filters/tremolo.h"
#include "core/player/filters/vibrato.h"
#include "player/filters/filtered.h"

namespace sdkpp::player::filters {
namespace SDKPP_TEST_FILE {

/// 1 s.
constexpr int kBlocks = 50;

double SineAt(double hertz, std::size_t sample) {
  return std::sin(test::kTurn * hertz * static_cast<double>(sample));
}

TEST(Tremolo, MovesTheGainBetweenOneAndOneLessItsDepth) {
  Tremolo tremolo({.frequency = 4, .depth = 0.8});
  const auto heard = test::Filtered(tremolo, test::Constant(0.5, -0.5), kBlocks);
  for (std::size_t at = 0; at < heard.left.size(); ++at) {
    ASSERT_NEAR(heard.left[at], 0.5 * (0.6 + 0.4 * SineAt(4, at)), 1e-6) << at;
    ASSERT_EQ(heard.right[at], -heard.left[at]) << at;
  }
  EXPECT_NEAR(*std::ranges::max_element(heard.left), 0.5, 1e-6);
  EXPECT_NEAR(*std::ranges::min_element(heard.left), 0.1, 1e-6);
}

TEST(Rotation, GoesFromSideToSideAndIsAsLoudInTheSum) {
  for (const double hertz : {0.5, -2.0}) {
    Rotation rotation({.rotation_hz = hertz});
    const auto heard = test::Filtered(rotation, test::Constant(0.5, 0.5), kBlocks);
    for (std::size_t at = 0; at < heard.left.size(); ++at) {
      ASSERT_NEAR(heard.left[at], 0.25 + 0.25 * SineAt(hertz, at), 1e-6) << at;
      ASSERT_NEAR(heard.left[at] + heard.right[at], 0.5, 1e-6) << at;
    }
  }
}

/// A ramp shows how late each sample is: the curve through four samples is exact on a line.
TEST(Vibrato, MovesItsDelayBetweenThreeSamplesAndThoseOfItsDepth) {
  constexpr double kSlope = 1e-5;
  for (const double depth : {0.5, 1.0}) {
    Vibrato vibrato({.frequency = 5, .depth = depth});
    const auto heard = test::Filtered(
        vibrato,
        [](std::size_t at) {
          const double value = kSlope * static_cast<double>(at);
          return std::pair(value, -value);
        },
        kBlocks);
    double least = 1000;
    double most = 0;
    for (std::size_t at = 200; at < heard.left.size(); ++at) {
      const double delay = static_cast<double>(at) - heard.left[at] / kSlope;
      ASSERT_NEAR(delay, 3 + depth * 96 * (1 + SineAt(5, at)) / 2, 0.02) << at;
      ASSERT_EQ(heard.right[at], -heard.left[at]);
      least = std::min(least, delay);
      most = std::max(most, delay);
    }
    EXPECT_NEAR(least, 3, 0.02);
    EXPECT_NEAR(most, 3 + 96 * depth, 0.02);
  }
}

/// The time between two rises through 0 says what pitch is heard: by the Doppler shift 1 - d(delay)/dt.
TEST(Vibrato, ShiftsThePitchAsItsDelayMoves) {
  constexpr double kPitch = 1000;
  Vibrato vibrato({.frequency = 2, .depth = 0.5});
  const auto heard = test::Filtered(vibrato, test::Sine(kPitch), 2 * kBlocks);
  double lowest = kPitch;
  double highest = kPitch;
  double before = 0;
  for (std::size_t at = 200; at + 1 < heard.left.size(); ++at) {
    if (heard.left[at] > 0 || heard.left[at + 1] <= 0) continue;
    const double now = static_cast<double>(at) - heard.left[at] / (heard.left[at + 1] - heard.left[at]);
    if (before > 0) {
      lowest = std::min(lowest, kSampleRate / (now - before));
      highest = std::max(highest, kSampleRate / (now - before));
    }
    before = now;
  }
  const double deviation = 0.5 * 96 / 2 * test::kTurn * 2;
  EXPECT_NEAR(lowest, kPitch * (1 - deviation), 0.5);
  EXPECT_NEAR(highest, kPitch * (1 + deviation), 0.5);
}

}  // namespace SDKPP_TEST_FILE
}  // namespace sdkpp::player::filters
