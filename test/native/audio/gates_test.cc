#include <gtest/gtest.h>

#include <chrono>

#include "core/audio/input_detector.h"
#include "core/audio/ptt_gate.h"
#include "core/audio/voice_activity.h"
#include "support/noise.h"
#include "support/tone.h"

namespace sdkpp::test {
namespace SDKPP_TEST_FILE {

using namespace std::chrono_literals;

TEST(VoiceActivity, TheManualThresholdIsALevel) {
  audio::VoiceActivity voice;
  voice.Configure(false, -30);
  Tone below(300, 32'768 * 0.0316 * 1.414 * 0.9);
  Tone above(300, 32'768 * 0.0316 * 1.414 * 1.1);
  EXPECT_FALSE(voice.Process(below.Block()));
  EXPECT_TRUE(voice.Process(above.Block()));
  for (int i = 1; i < audio::VoiceActivity::kHangoverBlocks; ++i)
    EXPECT_TRUE(voice.Process(below.Block())) << i;
  EXPECT_FALSE(voice.Process(below.Block()));
}

TEST(VoiceActivity, TheLowestThresholdStillNeedsSound) {
  audio::VoiceActivity voice;
  voice.Configure(false, -500);
  EXPECT_FALSE(voice.Process(AudioBlock{}));
  EXPECT_FALSE(voice.Process({}));
  EXPECT_TRUE(voice.Process(Tone(300, 10).Block()));
}

TEST(VoiceActivity, AutomaticLearnsTheNoise) {
  for (const double amplitude : {20.0, 200.0, 800.0}) {
    audio::VoiceActivity voice;
    Noise noise(amplitude, 1);
    int open = 0;
    for (int i = 0; i < 1000; ++i) open = voice.Process(noise.Block()) ? open + 1 : open;
    int late = 0;
    for (int i = 0; i < 500; ++i) late = voice.Process(noise.Block()) ? late + 1 : late;
    EXPECT_EQ(late, 0) << amplitude;
    int speech = 0;
    for (int i = 0; i < 250; ++i) {
      AudioBlock block = noise.Block();
      const AudioBlock tone = Tone(200, amplitude * 6).Block();
      for (std::size_t j = 0; j < block.size(); ++j) block[j] = static_cast<std::int16_t>(block[j] + tone[j]);
      speech = voice.Process(block) ? speech + 1 : speech;
    }
    EXPECT_GE(speech, 100) << amplitude;
  }
}

TEST(PttGate, StaysOpenForTheReleaseDelay) {
  const Instant start{5s};
  audio::PttGate gate;
  gate.SetReleaseDelay(20ms);
  EXPECT_FALSE(gate.IsOpen(start));
  gate.SetActive(true, start);
  EXPECT_TRUE(gate.IsOpen(start + 1h));
  gate.SetActive(false, start + 1s);
  EXPECT_TRUE(gate.IsOpen(start + 1s));
  EXPECT_TRUE(gate.IsOpen(start + 1s + 19ms));
  EXPECT_FALSE(gate.IsOpen(start + 1s + 20ms));
  gate.SetActive(false, start + 2s);  // a second release changes nothing
  EXPECT_FALSE(gate.IsOpen(start + 2s));
}

TEST(InputDetector, ReportsBothCrossings) {
  audio::InputDetector input;
  const AudioBlock loud = Tone(300).Block();
  input.Process({});
  EXPECT_FALSE(input.TakeChange());
  input.SetThreshold(-50);
  for (int i = 1; i < audio::InputDetector::kQuietBlocks; ++i) input.Process({});
  EXPECT_FALSE(input.TakeChange());
  input.Process(AudioBlock{});
  EXPECT_EQ(input.TakeChange(), false);
  input.Process(loud);
  EXPECT_EQ(input.TakeChange(), true);
  EXPECT_FALSE(input.TakeChange());
}

}  // namespace SDKPP_TEST_FILE
}  // namespace sdkpp::test
