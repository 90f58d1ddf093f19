#include "core/audio/clock_bridge.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <vector>

#include "core/base/audio_format.h"
#include "core/base/instant.h"
#include "support/allocation_guard.h"

namespace sdkpp::audio {
namespace SDKPP_TEST_FILE {

constexpr double kTone = 440;

struct Clocks {
  int from_rate;
  int to_rate;
  double drift;  ///< of the writing clock
  double write_seconds = 0.01;
  double read_seconds = 0.02;
};

/// A tone over a bridge, in virtual time. Both sides run on clocks of their own.
class Crossing {
 public:
  explicit Crossing(const Clocks& clocks)
      : clocks_(clocks),
        written_(Frames(clocks.write_seconds, clocks.from_rate)),
        read_(Frames(clocks.read_seconds, clocks.to_rate)),
        bridge_({clocks.from_rate, clocks.to_rate, written_.size() / kChannels, read_.size() / kChannels}) {}

  /// Runs until `seconds` on the reading clock; `heard` gets each block that is not silence.
  template <class Heard>
  void RunUntil(double seconds, Heard& heard) {
    for (; reads_ * clocks_.read_seconds < seconds; ++reads_) {
      const double now = reads_ * clocks_.read_seconds;
      for (; writes_ * clocks_.write_seconds <= now * (1 + clocks_.drift); ++writes_) Write();
      if (bridge_.Read(At(now), read_)) heard(read_);
      if (now > kSettled) worst_correction_ = std::max(worst_correction_, std::abs(bridge_.correction()));
    }
  }
  /// The largest one after the first seconds.
  [[nodiscard]] double worst_correction() const { return worst_correction_; }
  void Skip(double seconds) { reads_ += static_cast<int>(seconds / clocks_.read_seconds); }
  ClockBridge& bridge() { return bridge_; }

 private:
  static constexpr double kSettled = 2;
  static Instant At(double seconds) {
    return Instant(std::chrono::duration_cast<Duration>(std::chrono::duration<double>(seconds)));
  }
  static std::vector<float> Frames(double seconds, int rate) {
    return std::vector<float>(static_cast<std::size_t>(std::lround(seconds * rate)) * kChannels);
  }
  void Write() {
    for (std::size_t at = 0; at < written_.size(); at += kChannels) {
      written_[at] = written_[at + 1] = static_cast<float>(std::sin(angle_));
      angle_ += 2 * std::numbers::pi * kTone / clocks_.from_rate;
    }
    bridge_.Write(At(writes_ * clocks_.write_seconds / (1 + clocks_.drift)), written_);
  }

  Clocks clocks_;
  std::vector<float> written_;
  std::vector<float> read_;
  ClockBridge bridge_;
  double angle_ = 0;
  double worst_correction_ = 0;
  int writes_ = 0;
  int reads_ = 0;
};

/// The largest deviation of a tone from its own recurrence x[n+1] = 2 cos(w) x[n] - x[n-1]: a click has one
/// that is many times that of a slow change of pitch.
class ClickMeter {
 public:
  explicit ClickMeter(int rate) : factor_(2 * std::cos(2 * std::numbers::pi * kTone / rate)) {}
  void operator()(const std::vector<float>& block) {
    for (std::size_t at = 0; at < block.size(); at += kChannels) {
      const double value = block[at];
      if (++count_ > 4'800) worst_ = std::max(worst_, std::abs(value - (factor_ * last_ - before_)));
      before_ = last_;
      last_ = value;
    }
  }
  [[nodiscard]] double worst() const { return worst_; }
  [[nodiscard]] long count() const { return count_; }

 private:
  double factor_;
  double last_ = 0;
  double before_ = 0;
  double worst_ = 0;
  long count_ = 0;
};

class ClockBridgeDrift : public ::testing::TestWithParam<Clocks> {};

TEST_P(ClockBridgeDrift, TwoMinutesHaveNoGapNoRepeatAndNoClick) {
  Crossing crossing(GetParam());
  ClickMeter meter(GetParam().to_rate);
  const test::AllocationGuard guard;
  crossing.RunUntil(120, meter);
  EXPECT_EQ(guard.count(), 0U);
  EXPECT_EQ(crossing.bridge().gaps(), 0U);
  EXPECT_LT(meter.worst(), 0.01);
  EXPECT_GT(meter.count(), 119L * GetParam().to_rate);
  EXPECT_NEAR(crossing.bridge().correction(), GetParam().drift, 150e-6);
  EXPECT_LT(crossing.bridge().latency_ms(), 60);
}

INSTANTIATE_TEST_SUITE_P(Rates, ClockBridgeDrift,
                         ::testing::Values(Clocks{48'000, 48'000, 300e-6}, Clocks{48'000, 48'000, -300e-6},
                                           Clocks{44'100, 48'000, 300e-6}, Clocks{16'000, 48'000, -300e-6},
                                           Clocks{48'000, 44'100, 300e-6, 0.02, 0.01},
                                           Clocks{48'000, 96'000, -300e-6, 0.02, 0.01}));

class ClockBridgeHour : public ::testing::TestWithParam<double> {};

TEST_P(ClockBridgeHour, OfDriftHasNoGapNoRepeatAndNoClick) {
  Crossing crossing({48'000, 48'000, GetParam()});
  ClickMeter meter(48'000);
  crossing.RunUntil(3600, meter);
  EXPECT_EQ(crossing.bridge().gaps(), 0U);
  EXPECT_LT(meter.worst(), 0.01);
  EXPECT_GT(meter.count(), 3599L * 48'000);
  EXPECT_LT(crossing.bridge().latency_ms(), 60);
}

INSTANTIATE_TEST_SUITE_P(Drifts, ClockBridgeHour, ::testing::Values(300e-6, -300e-6));

/// Devices whose callbacks are other than they were asked for.
class ClockBridgePeriods : public ::testing::TestWithParam<Clocks> {};

TEST_P(ClockBridgePeriods, OfOtherLengthsSettleWithoutGapsOrClicks) {
  Crossing crossing(GetParam());
  ClickMeter settling(GetParam().to_rate);
  crossing.RunUntil(20, settling);
  const auto gaps = crossing.bridge().gaps();
  ClickMeter meter(GetParam().to_rate);
  crossing.RunUntil(140, meter);
  EXPECT_EQ(crossing.bridge().gaps(), gaps);
  EXPECT_LT(meter.worst(), 0.01);
  EXPECT_LT(crossing.bridge().latency_ms(), 150);
}

INSTANTIATE_TEST_SUITE_P(Periods, ClockBridgePeriods,
                         ::testing::Values(Clocks{48'000, 48'000, 300e-6, 0.003},
                                           Clocks{48'000, 48'000, -300e-6, 0.037},
                                           Clocks{44'100, 48'000, 300e-6, 0.064},
                                           Clocks{48'000, 44'100, 300e-6, 0.02, 0.05}));

TEST(ClockBridge, ADeviceThatRunsAtAnotherRateThanItSaysHasGapsAndNoBacklog) {
  for (const double drift : {0.08, -0.08}) {
    Crossing crossing({48'000, 48'000, drift});
    ClickMeter meter(48'000);
    crossing.RunUntil(60, meter);
    EXPECT_GT(crossing.bridge().gaps(), 5U);
    EXPECT_LT(crossing.bridge().latency_ms(), 350);
    EXPECT_GT(meter.count(), 50L * 48'000);
  }
}

/// Clocks that differ in nothing but the length of their periods.
class ClockBridgeBeats : public ::testing::TestWithParam<Clocks> {};

TEST_P(ClockBridgeBeats, AreNotTakenForDrift) {
  Crossing crossing(GetParam());
  ClickMeter meter(48'000);
  crossing.RunUntil(120, meter);
  EXPECT_EQ(crossing.bridge().gaps(), 0U);
  EXPECT_LT(crossing.worst_correction(), 20e-6);
}

INSTANTIATE_TEST_SUITE_P(Periods, ClockBridgeBeats,
                         ::testing::Values(Clocks{48'000, 48'000, 0, 0.02, 955.0 / 48'000},
                                           Clocks{48'000, 48'000, 0, 0.02, 842.0 / 48'000},
                                           Clocks{48'000, 48'000, 0, 955.0 / 48'000, 0.02},
                                           Clocks{48'000, 48'000, 0, 512.0 / 48'000, 0.02}));

TEST(ClockBridge, AnHourOfDriftStaysWhereTheFirstSecondWas) {
  for (const double drift : {300e-6, -300e-6}) {
    DriftControl control;
    double fill = 0;
    double worst = 0;
    double place = 0;
    for (int read = 0; read < 180'000; ++read) {
      if (read < 50) place += fill / 50;
      fill += 0.02 * (drift - control.Update(fill, 0.02));
      worst = std::max(worst, std::abs(fill));
    }
    EXPECT_LT(worst, 0.008);
    EXPECT_NEAR(fill, place, 1e-5);
    EXPECT_NEAR(control.correction(), drift, 1e-6);
  }
}

TEST(ClockBridge, SilenceUntilEnoughIsThere) {
  Crossing crossing({48'000, 48'000, 0});
  ClickMeter meter(48'000);
  std::vector<float> block(kBlockValues, 1.0F);
  EXPECT_FALSE(crossing.bridge().Read(Instant(), block));
  EXPECT_TRUE(std::ranges::all_of(block, [](float value) { return value == 0; }));
  EXPECT_EQ(crossing.bridge().gaps(), 0U);
}

TEST(ClockBridge, AReaderThatComesLateHearsWhatIsNewest) {
  ClockBridge bridge({48'000, 48'000, 480, 960});
  std::vector<float> frames(480 * kChannels);
  Instant now{std::chrono::seconds(1)};
  for (int write = 0; write < 500; ++write) {
    std::ranges::fill(frames, static_cast<float>(write) / 500);
    bridge.Write(now += std::chrono::milliseconds(10), frames);
  }
  std::vector<float> heard(960 * kChannels);
  ASSERT_TRUE(bridge.Read(now, heard));
  EXPECT_GT(heard.back(), 0.98F);
  EXPECT_EQ(bridge.gaps(), 0u);
}

TEST(ClockBridge, AStallDropsWhatIsOldOnceAndGoesOn) {
  Crossing crossing({48'000, 48'000, 0});
  ClickMeter meter(48'000);
  crossing.RunUntil(2, meter);
  crossing.Skip(3);
  crossing.RunUntil(10, meter);
  EXPECT_EQ(crossing.bridge().gaps(), 1U);
  EXPECT_LT(crossing.bridge().latency_ms(), 60);
}

TEST(ClockBridge, AWriterThatStopsIsOneGapThenSilence) {
  ClockBridge bridge({48'000, 48'000, 480, 960});
  std::vector<float> block(kBlockValues, 0.5F);
  for (int i = 0; i < 3; ++i) bridge.Write(Instant(), block);
  int sounding = 0;
  for (int i = 0; i < 20; ++i) sounding += bridge.Read(Instant(), block) ? 1 : 0;
  EXPECT_LE(sounding, 4);
  EXPECT_EQ(bridge.gaps(), 1U);
}

}  // namespace SDKPP_TEST_FILE
}  // namespace sdkpp::audio
