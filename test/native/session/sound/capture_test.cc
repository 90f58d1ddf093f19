#include "core/session/sound/capture.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <limits>
#include <memory>
#include <numbers>
#include <utility>
#include <vector>

#include "core/player/pcm_source.h"
#include "session/media_end.h"
#include "support/allocation_guard.h"
#include "support/sound.h"
#include "support/tone.h"

namespace sdkpp::session {
namespace SDKPP_TEST_FILE {

using Captured = std::array<float, kBlockValues>;

/// Interleaved stereo of a sine with an offset, continuous from block to block.
class Sine {
 public:
  Sine(double hertz, float amplitude, float offset) : hertz_(hertz), amplitude_(amplitude), offset_(offset) {}

  Captured Block() {
    Captured block;
    for (std::size_t at = 0; at < block.size(); at += kChannels, ++frame_) {
      const double turns = hertz_ * static_cast<double>(frame_) / kSampleRate;
      block[at] = block[at + 1] =
          offset_ + amplitude_ * static_cast<float>(std::sin(2 * std::numbers::pi * turns));
    }
    return block;
  }

 private:
  double hertz_;
  float amplitude_;
  float offset_;
  std::size_t frame_ = 0;
};

/// 440 Hz, with an offset that processing takes away.
class Microphone final : public player::Source {
 public:
  player::SourceBlock Next() noexcept override {
    if (silent) return {};
    block_ = sine_.Block();
    return {.kind = player::SourceBlock::Kind::kCaptured, .captured = block_};
  }
  [[nodiscard]] bool IsMicrophone() const noexcept override { return true; }

  bool silent = false;

 private:
  Sine sine_{440, 0.25F, 0.25F};
  Captured block_{};
};

/// Keeps what it plays.
class Kept final : public Output {
 public:
  explicit Kept(std::vector<AudioBlock>& blocks, std::size_t room = 1000) : blocks_(blocks) {
    blocks_.reserve(room);
  }
  void Play(std::span<const std::int16_t, kBlockValues> block) noexcept override {
    std::ranges::copy(block, blocks_.emplace_back().begin());
  }

 private:
  std::vector<AudioBlock>& blocks_;
};

/// Steady tones are noise to the processing of speech.
constexpr command::SetSpeechProcessing kPlainSound{false, audio::NoiseReduction::kNone, false};

double MeanOf(std::span<const std::int16_t> values) {
  double sum = 0;
  for (const std::int16_t value : values) sum += value;
  return sum / static_cast<double>(values.size());
}

TEST(Capture, SurvivesADriverThatGivesNoNumbers) {
  Capture capture;
  capture.Apply({.echo = false, .noise = audio::NoiseReduction::kNone, .gain = false});
  Captured broken;
  broken.fill(std::numeric_limits<float>::quiet_NaN());
  broken[7] = std::numeric_limits<float>::infinity();
  for (const std::int16_t value : capture.Process(broken)) EXPECT_EQ(value, 0);
  for (const std::int16_t value : capture.Round(broken)) EXPECT_EQ(value, 0);
  Sine sine(440, 0.25F, 0);
  std::span<const std::int16_t> processed;
  for (int i = 0; i < 20; ++i) processed = capture.Process(sine.Block());
  EXPECT_NEAR(test::AmplitudeAt(processed, 440), 8192, 100);
}

TEST(Capture, TakesWholeBlocksOnly) {
  Capture capture;
  const Captured block{};
  EXPECT_TRUE(capture.Process(std::span(block).first(100)).empty());
  EXPECT_TRUE(capture.Round(std::span(block).first(100)).empty());
  EXPECT_TRUE(capture.Process(std::span<const std::int16_t>()).empty());
}

/// Ada has a microphone.
class CaptureTest : public testing::Test {
 protected:
  End ada{kAdaSsrc, 0xc000'0000};
  Microphone* microphone = nullptr;
  std::vector<AudioBlock> heard;
  std::array<std::vector<AudioBlock>, CaptureDump::kPoints> dumped;

  void SetUp() override {
    ada.Do(kPlainSound);
    ada.Do(command::SetCapture{std::make_unique<Capture>()});
    auto input = std::make_unique<Microphone>();
    microphone = input.get();
    ada.Do(command::SetInput{std::move(input)});
    ada.Do(command::SetOutput{std::make_unique<Kept>(heard), OutputTarget::kSpeaker});
    ada.Do(command::Announced{});
  }

  void StartDump() {
    CaptureDump::Outputs outputs;
    for (std::size_t at = 0; at < outputs.size(); ++at) outputs[at] = std::make_unique<Kept>(dumped[at]);
    ada.Do(command::SetCaptureDump{std::make_unique<CaptureDump>(std::move(outputs))});
  }

  std::size_t Tick(int ticks) {
    std::size_t sent = 0;
    for (int i = 0; i < ticks; ++i) sent += ada.Tick(ada.now + kBlockDuration).size();
    return sent;
  }

  [[nodiscard]] std::vector<float> Levels() const {
    std::vector<float> levels;
    for (const MediaEvent& each : ada.seen) {
      if (const auto* level = std::get_if<event::InputLevel>(&each)) levels.push_back(level->dbfs);
    }
    return levels;
  }
};

TEST_F(CaptureTest, IsProcessedOnItsWay) {
  StartDump();
  EXPECT_GE(Tick(50), 50U);
  const auto& [captured, played, processed] = dumped;
  ASSERT_EQ(captured.size(), 50U);
  ASSERT_EQ(played.size(), 50U);
  ASSERT_EQ(processed.size(), 50U);
  EXPECT_NEAR(MeanOf(captured[49]), 8192, 200);
  EXPECT_NEAR(MeanOf(processed[49]), 0, 200);
  EXPECT_NEAR(test::AmplitudeAt(processed[49], 440), 8192, 200);
}

TEST_F(CaptureTest, SpeechProcessingCanChangeAtAnyTime) {
  StartDump();
  ada.Do(command::SetSpeechProcessing{false, audio::NoiseReduction::kSuppressed, false});
  Tick(150);
  EXPECT_LT(test::AmplitudeAt(dumped[2].back(), 440), 3000) << "a steady tone is noise";
  ada.Do(kPlainSound);
  Tick(2);
  EXPECT_NEAR(test::AmplitudeAt(dumped[2].back(), 440), 8192, 200);
}

TEST_F(CaptureTest, IsFilteredByTheCallbackBeforeItIsProcessed) {
  CallbackExchange exchange;
  ada.Do(command::SetCallbacks{false, true, &exchange});
  StartDump();
  for (int i = 0; i < 50; ++i) {
    Tick(1);
    while (CallbackExchange::Slot* slot = exchange.Take()) {
      EXPECT_NEAR(MeanOf(test::Rounded(slot->samples)), 8192, 400) << "unprocessed";
      slot->samples.fill(5000 / audio::kFullScale);
      exchange.Finish(*slot, ada.now);
    }
  }
  EXPECT_EQ(dumped[0].back()[0], 5000);
  EXPECT_NEAR(dumped[2].back()[0], 0, 200) << "a constant is no sound";
}

TEST_F(CaptureTest, OtherSourcesAreNotProcessed) {
  auto input = std::make_unique<player::PcmSource>(kSampleRate, 2);
  AudioBlock constant;
  constant.fill(5000);
  (void)input->queue().Write(constant);
  ada.Do(command::SetInput{std::move(input)});
  StartDump();
  Tick(3);
  EXPECT_TRUE(dumped[2].empty());
}

TEST_F(CaptureTest, DumpsKeepWhatTheSpeakerPlaysInStep) {
  End ben(kBenSsrc, 0xd000'0000);
  auto input = std::make_unique<player::PcmSource>(kSampleRate, 2);
  player::PcmSource* voice = input.get();
  ben.Do(command::SetInput{std::move(input)});
  ben.Do(command::Announced{});
  ada.Do(command::MapSsrc{kBenSsrc, kBen, Speaker::Create()});
  StartDump();
  test::Tone tone(1000);
  for (int i = 0; i < 50; ++i) {
    (void)voice->queue().Write(tone.Block());
    for (const Datagram& datagram : ben.Tick(ben.now + kBlockDuration)) ada.Receive(datagram);
    Tick(1);
  }
  ASSERT_EQ(dumped[1].size(), 50U);
  EXPECT_NEAR(test::AmplitudeAt(dumped[1][49], 1000), 8000, 800);
  EXPECT_EQ(dumped[1][49], heard[48]) << "what was played when this was captured";
}

TEST_F(CaptureTest, DumpsEndWhenTheyAreToldTo) {
  StartDump();
  Tick(5);
  ada.Do(command::SetCaptureDump{nullptr});
  Tick(5);
  EXPECT_EQ(dumped[0].size(), 5U);
  const auto is_dump = [](const MediaEvent& each) {
    const auto* retired = std::get_if<event::Retired>(&each);
    return retired != nullptr && retired->capture_dump != nullptr;
  };
  EXPECT_EQ(std::ranges::count_if(ada.seen, is_dump), 1) << "to be freed where threads may wait";
}

TEST_F(CaptureTest, LevelsAreReportedOnRequest) {
  Tick(10);
  EXPECT_TRUE(Levels().empty());
  ada.Do(command::SetLevelReports{true});
  Tick(50);
  EXPECT_EQ(Levels().size(), 16U);
  EXPECT_NEAR(Levels().back(), -15.05, 0.1) << "0.25 at its peak";
  microphone->silent = true;
  Tick(50);
  EXPECT_EQ(Levels().back(), -100);
  EXPECT_LE(Levels().size(), 18U) << "silence is said once";
  ada.Do(command::SetLevelReports{false});
  microphone->silent = false;
  Tick(10);
  EXPECT_EQ(Levels().back(), -100);
}

TEST_F(CaptureTest, LoopbackPlaysTheInputAndSendsNothing) {
  ada.Do(command::SetLoopback{true});
  ada.Do(command::SetLevelReports{true});
  ada.Do(command::SetSelfMute{true});
  EXPECT_EQ(Tick(50), 0U);
  ASSERT_EQ(heard.size(), 50U);
  EXPECT_NEAR(test::AmplitudeAt(heard[49], 440), 8192, 200);
  EXPECT_EQ(Levels().size(), 16U);
  ada.Do(command::SetInputVolume{0});
  microphone->silent = true;
  Tick(1);
  EXPECT_EQ(heard.back(), AudioBlock{});
  ada.Do(command::SetLoopback{false});
  ada.Do(command::SetSelfMute{false});
  microphone->silent = false;
  EXPECT_GT(Tick(10), 0U);
}

TEST_F(CaptureTest, LoopbackNeedsNoConnection) {
  End eve(Ssrc(3), 0xe000'0000);
  eve.Do(command::ClosePath{});
  eve.Do(command::SetCapture{std::make_unique<Capture>()});
  eve.Do(kPlainSound);
  eve.Do(command::SetInput{std::make_unique<Microphone>()});
  std::vector<AudioBlock> played;
  eve.Do(command::SetOutput{std::make_unique<Kept>(played), OutputTarget::kSpeaker});
  eve.Do(command::SetLoopback{true});
  for (int i = 0; i < 20; ++i) EXPECT_TRUE(eve.Tick(eve.now + kBlockDuration).empty());
  EXPECT_NEAR(test::AmplitudeAt(played.back(), 440), 8192, 200);
}

TEST_F(CaptureTest, AllocatesNothing) {
  StartDump();
  ada.Do(command::SetLevelReports{true});
  Tick(5);
  const test::AllocationGuard guard;
  for (int i = 0; i < 20; ++i) {
    ada.now += kBlockDuration;
    ada.media.Tick(ada.now, ada.now, ada.outbox);
    ada.outbox.Clear();
  }
  EXPECT_EQ(guard.count(), 0U);
}

}  // namespace SDKPP_TEST_FILE
}  // namespace sdkpp::session
