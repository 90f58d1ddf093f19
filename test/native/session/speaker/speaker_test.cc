#include "core/session/speaker/speaker.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <random>
#include <vector>

#include "core/opus/packet.h"
#include "core/session/sending/talker.h"
#include "support/allocation_guard.h"
#include "support/network_emulator.h"
#include "support/sound.h"
#include "support/tone.h"

namespace sdkpp::test {
namespace SDKPP_TEST_FILE {

using namespace std::chrono_literals;
using session::BlockKind;
using session::Speaker;
using session::Talker;

/// A talker, a network and a speaker in virtual time.
class Path {
 public:
  struct Item {
    std::int64_t sequence;
    std::uint32_t timestamp;
    std::vector<std::uint8_t> payload;
  };

  explicit Path(Impairment impairment = {}) : network(impairment, 5) {
    talker->Apply(session::command::SetAudioMode{session::AudioMode::kContinuous}, {});
  }

  void Run(Duration time) {
    for (const Instant end = now + time; now < end; now += 20ms) {
      const AudioBlock block = with_voice ? voice.Block() : tone.Block();
      const auto frames = talker->TickPcm(
          now, talking ? std::span<const std::int16_t>(block) : std::span<const std::int16_t>());
      for (const auto& frame : frames) {
        timestamp += frame.timestamp_ticks;
        network.Send(now, {sequence++, timestamp, {frame.payload.begin(), frame.payload.end()}});
      }
      while (auto arrival = network.Receive(now)) {
        const AllocationGuard guard;
        speaker->Insert(arrival->first, ExtendedSequence{arrival->second.sequence},
                        RtpTimestamp{arrival->second.timestamp}, arrival->second.payload);
        allocations += guard.count();
      }
      const AllocationGuard guard;
      while (speaker->TakeDecoded(now)) {
      }
      kind = speaker->Pull(now, sound);
      allocations += guard.count();
      out = Rounded(sound);
      if (kind == BlockKind::kNormal) heard.insert(heard.end(), out.begin(), out.end());
    }
  }

  std::unique_ptr<Talker> talker = Talker::Create({.bitrate = 64'000, .complexity = 3});
  std::unique_ptr<Speaker> speaker = Speaker::Create();
  NetworkEmulator<Item> network;
  Tone tone{440};
  Voice voice;
  bool with_voice = false;
  Instant now{100s};
  std::int64_t sequence = 1;
  std::uint32_t timestamp = 7;
  bool talking = true;
  SoundBlock sound{};
  AudioBlock out{};  ///< the same
  BlockKind kind{};
  std::vector<std::int16_t> heard;
  std::uint64_t allocations = 0;
};

TEST(Speaker, AToneArrivesAndNothingAllocates) {
  Path path;
  path.Run(3s);
  EXPECT_EQ(path.kind, BlockKind::kNormal);
  EXPECT_NEAR(AmplitudeAt(path.out, 440), 8000, 800);
  EXPECT_EQ(path.speaker->stats().concealed_samples, 0U);
  EXPECT_EQ(path.allocations, 0U);
}

TEST(Speaker, SpeechSurvivesLossAndJitter) {
  Impairment network;
  network.jitter = 15ms;
  network.loss = 0.05;
  Path path(network);
  path.with_voice = true;
  path.talker->SetReportedLoss(path.now, 0.05F);
  path.Run(8s);
  const auto stats = path.speaker->stats();
  EXPECT_GT(stats.packets_lost, 5U);
  EXPECT_GT(stats.fec_used, 5U);
  EXPECT_GT(path.heard.size(), 48'000U * 2 * 7);
  const auto second = std::span(path.heard).subspan(48'000 * 4, 48'000 * 2);
  EXPECT_GT(Rms(second), 2500);
  EXPECT_EQ(path.allocations, 0U);
}

TEST(Speaker, SpeakingFollowsPacketsAndSilenceFrames) {
  Path path;
  EXPECT_FALSE(path.speaker->audible());
  path.Run(200ms);
  EXPECT_TRUE(path.speaker->audible());
  path.talking = false;
  path.Run(240ms);
  EXPECT_FALSE(path.speaker->audible());
  path.talking = true;
  path.Run(120ms);
  EXPECT_TRUE(path.speaker->audible());
}

TEST(Speaker, SpeakingEndsAfter200MillisecondsWithoutPackets) {
  Path path;
  path.Run(1s);
  Impairment dead;
  dead.loss = 1;
  path.network.Set(dead);
  path.Run(240ms);
  EXPECT_TRUE(path.speaker->audible());
  path.Run(60ms);
  EXPECT_FALSE(path.speaker->audible());
}

TEST(Speaker, CountsPacketsAndDetectsSpeechWhileUnheardAndPlaysAgainAfterwards) {
  Path path;
  path.Run(1s);
  path.speaker->SetHeard(false);
  Impairment network;
  network.loss = 0.1;
  path.network.Set(network);
  path.Run(10s);
  const auto unheard = path.speaker->stats();
  EXPECT_EQ(path.kind, BlockKind::kSilence);
  EXPECT_TRUE(path.speaker->audible());
  EXPECT_NEAR(static_cast<double>(unheard.packets_received), 500, 60);
  EXPECT_NEAR(static_cast<double>(unheard.packets_lost), 50, 30);
  EXPECT_EQ(unheard.packets_duplicate, 0U);
  EXPECT_FALSE(path.speaker->TakeDecoded(path.now).has_value());
  path.network.Set({});
  path.speaker->SetHeard(true);
  path.Run(2s);
  EXPECT_EQ(path.kind, BlockKind::kNormal);
  EXPECT_NEAR(AmplitudeAt(path.out, 440), 8000, 800);
  EXPECT_EQ(path.speaker->stats().concealed_samples, unheard.concealed_samples);
  EXPECT_EQ(path.speaker->stats().packets_lost, unheard.packets_lost);
  EXPECT_EQ(path.allocations, 0U);
}

TEST(Speaker, FallsSilentUnheardAlsoWithoutPulls) {
  Path path;
  path.speaker->SetHeard(false);
  path.Run(1s);
  EXPECT_TRUE(path.speaker->audible());
  path.speaker->SkipPull(path.now + 100ms);
  EXPECT_TRUE(path.speaker->audible());
  path.speaker->SkipPull(path.now + 300ms);
  EXPECT_FALSE(path.speaker->audible());
}

TEST(Speaker, AMutedBlockPlaysAsSilenceAndUnknownIdsAreIgnored) {
  auto talker = Talker::Create({.complexity = 0});
  talker->Apply(session::command::SetAudioMode{session::AudioMode::kContinuous}, {});
  auto speaker = Speaker::Create();
  EXPECT_EQ(speaker->FindBlock(99'999), nullptr);
  Tone tone(440);
  SoundBlock out;
  Instant now{10s};
  std::uint32_t muted = 0;
  int silent = 0;
  for (int i = 0; i < 50; ++i, now += 20ms) {
    const auto frames = talker->TickPcm(now, tone.Block());
    speaker->Insert(now, ExtendedSequence{i}, RtpTimestamp{static_cast<std::uint32_t>(i) * 960},
                    frames[0].payload);
    while (auto block = speaker->TakeDecoded(now)) {
      ASSERT_NE(speaker->FindBlock(block->id), nullptr);
      if (i == 30) speaker->FindBlock(muted = block->id)->muted = true;
    }
    const BlockKind kind = speaker->Pull(now, out);
    if (i > 20 && kind == BlockKind::kSilence) {
      ++silent;
      EXPECT_EQ(*std::ranges::max_element(out), 0);
    }
  }
  EXPECT_EQ(silent, 1);
  EXPECT_EQ(speaker->FindBlock(muted), nullptr);
}

TEST(Speaker, GarbageNeverCrashesNorAllocates) {
  auto speaker = Speaker::Create();
  std::mt19937_64 random(3);
  std::array<std::uint8_t, 1600> payload;
  SoundBlock out;
  Instant now{10s};
  std::uint64_t allocations = 0;
  for (int i = 0; i < 4000; ++i) {
    const std::size_t size = random() % (random() % 10 == 0 ? 1600 : 60);
    for (std::size_t j = 0; j < size; ++j) payload[j] = static_cast<std::uint8_t>(random());
    const AllocationGuard guard;
    speaker->Insert(now, ExtendedSequence{i + static_cast<std::int64_t>(random() % 6)},
                    RtpTimestamp{static_cast<std::uint32_t>(i * 960)}, std::span(payload).first(size));
    while (speaker->TakeDecoded(now)) {
    }
    (void)speaker->Pull(now, out);
    allocations += guard.count();
    now += 20ms;
  }
  EXPECT_EQ(allocations, 0U);
  EXPECT_GT(speaker->stats().packets_malformed, 0U);
}

}  // namespace SDKPP_TEST_FILE
}  // namespace sdkpp::test
