// Two who hear the same call place its sound alike, though no two clocks in it are alike.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <random>

#include "core/session/receiving/stream_time.h"

namespace sdkpp::session {
namespace SDKPP_TEST_FILE {

constexpr double kHour = 3600;
constexpr double kMostJitter = 0.010;
constexpr std::int64_t kFiveMs = kSampleRate / 200;

/// A clock that is off by so many parts per million. It began at some time of the true one.
struct DriftingClock {
  double ppm;
  double began;
  [[nodiscard]] double Rate() const { return kSampleRate * (1 + ppm / 1e6); }
  [[nodiscard]] std::uint64_t At(double seconds) const {
    return static_cast<std::uint64_t>((seconds - began) * Rate());
  }
};

/// One who sends 20 ms after 20 ms, with pauses or without.
struct Sender {
  DriftingClock clock;
  double delay;   ///< to everybody who hears it, seconds
  double speaks;  ///< seconds, then it pauses
  double pauses;
  std::uint32_t number = 0;

  [[nodiscard]] double NextTime() const {
    return clock.began + number * static_cast<double>(kBlockSamples) / clock.Rate();
  }
  [[nodiscard]] RtpTimestamp timestamp() const {
    return RtpTimestamp(0xffff'0000U + number * static_cast<std::uint32_t>(kBlockSamples));
  }
  [[nodiscard]] bool IsSpeaking() const {
    return pauses == 0 || std::fmod(NextTime(), speaks + pauses) < speaks;
  }
};

/// Hears both senders, each packet up to 10 ms late.
struct Recorder {
  DriftingClock clock;
  std::mt19937 random;
  std::array<StreamTime, 2> times{};
  std::array<std::uint64_t, 2> newest{};
  std::array<std::uint32_t, 2> numbers{};

  void Hear(std::size_t from, const Sender& sender) {
    std::uniform_real_distribution<double> late(0, kMostJitter);
    const double arrival = sender.NextTime() + sender.delay + late(random);
    const std::uint64_t placed = times[from].Place(sender.timestamp(), clock.At(arrival));
    if (numbers[from] + 1 == sender.number) {
      ASSERT_NEAR(static_cast<double>(placed - newest[from]), 960.0, 4.0) << sender.number;
    }
    ASSERT_GE(placed, newest[from]);
    newest[from] = placed;
    numbers[from] = sender.number;
  }
  [[nodiscard]] std::int64_t Offset() const {
    return static_cast<std::int64_t>(newest[0]) - static_cast<std::int64_t>(newest[1]);
  }
};

/// @returns the most by which two recorders differ about the offset of the last packets of two senders, at
/// any minute of an hour
std::int64_t MostDifference(std::array<Sender, 2> senders, std::uint32_t seed) {
  std::array<Recorder, 2> recorders{{{{-90, 10}, std::mt19937(seed)}, {{200, 3}, std::mt19937(seed + 1)}}};
  std::int64_t most = 0;
  double minute = 60;
  while (minute <= kHour) {
    const std::size_t from = senders[0].NextTime() <= senders[1].NextTime() ? 0 : 1;
    Sender& sender = senders[from];
    if (sender.NextTime() >= minute) {
      most = std::max(most, std::abs(recorders[0].Offset() - recorders[1].Offset()));
      minute += 60;
    }
    if (sender.IsSpeaking()) {
      for (Recorder& each : recorders) each.Hear(from, sender);
    }
    ++sender.number;
  }
  return most;
}

TEST(TwoRecorders, AgreeAboutTwoSpeakersForAnHour) {
  for (const std::uint32_t seed : {1U, 20U}) {
    const Sender up{{200, 11}, 0.080, 1, 0};
    const Sender down{{-200, 12.3}, 0.025, 1, 0};
    EXPECT_LE(MostDifference({up, down}, seed), kFiveMs) << "seed " << seed;
  }
}

TEST(TwoRecorders, AgreeAboutSpeakersWhoPause) {
  for (const std::uint32_t seed : {1U, 20U}) {
    const Sender often{{200, 11}, 0.080, 3, 4};
    const Sender seldom{{-200, 12.3}, 0.025, 12, 9};
    EXPECT_LE(MostDifference({often, seldom}, seed), kFiveMs) << "seed " << seed;
  }
}

}  // namespace SDKPP_TEST_FILE
}  // namespace sdkpp::session
