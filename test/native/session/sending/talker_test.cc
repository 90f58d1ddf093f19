#include "core/session/sending/talker.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <utility>
#include <vector>

#include "core/opus/decoder.h"
#include "core/opus/packet.h"
#include "support/allocation_guard.h"
#include "support/sound.h"
#include "support/tone.h"

namespace sdkpp::test {
namespace SDKPP_TEST_FILE {

using namespace std::chrono_literals;
using session::AudioMode;
using session::EncoderSettings;
using session::OutgoingFrame;
using session::Talker;
namespace command = session::command;

constexpr Instant kStart{std::chrono::seconds(50)};

/// A talker with a tone or nothing in front of it, ticked in virtual time.
class Talk {
 public:
  explicit Talk(EncoderSettings settings = {}) : talker(Talker::Create(settings)) {
    talker->Apply(command::SetAudioMode{AudioMode::kContinuous}, {});
  }

  struct Sent {
    std::size_t tick;
    std::size_t samples;
    std::uint32_t ticks;
    bool silence;
  };

  void Tick(bool with_sound = true) {
    const AudioBlock block = tone.Block();
    const AllocationGuard guard;
    const auto frames = talker->TickPcm(
        now, with_sound ? std::span<const std::int16_t>(block) : std::span<const std::int16_t>());
    allocations += guard.count();
    Note(frames);
  }

  void TickOpus(std::span<const std::uint8_t> packet) {
    const AllocationGuard guard;
    const auto frames = talker->TickOpus(now, packet);
    allocations += guard.count();
    Note(frames);
  }

  void Note(std::span<const OutgoingFrame> frames) {
    for (const OutgoingFrame& frame : frames) {
      sent.push_back({tick, *opus::PacketSamples(frame.payload), frame.timestamp_ticks, frame.silence});
    }
    ++tick;
    now += 20ms;
  }

  [[nodiscard]] std::size_t Speech() const {
    std::size_t count = 0;
    for (const Sent& frame : sent) count += frame.silence ? 0 : 1;
    return count;
  }
  [[nodiscard]] std::size_t Silence() const { return sent.size() - Speech(); }

  std::unique_ptr<Talker> talker;
  Tone tone{300};
  Instant now = kStart;
  std::size_t tick = 0;
  std::vector<Sent> sent;
  std::uint64_t allocations = 0;
};

TEST(Talker, SendsOneFramePerTickAndNeverAllocates) {
  Talk talk;
  for (int i = 0; i < 20; ++i) talk.Tick();
  ASSERT_EQ(talk.sent.size(), 20U);
  EXPECT_EQ(talk.sent[0].ticks, 0U);
  for (std::size_t i = 1; i < 20; ++i) EXPECT_EQ(talk.sent[i].ticks, 960U);
  EXPECT_TRUE(talk.talker->sending());
  EXPECT_EQ(talk.allocations, 0U);
}

TEST(Talker, SpeechEndsWithFivePacedSilenceFrames) {
  Talk talk;
  for (int i = 0; i < 5; ++i) talk.Tick();
  for (int i = 0; i < 10; ++i) talk.Tick(false);
  ASSERT_EQ(talk.sent.size(), 10U);
  for (std::size_t i = 5; i < 10; ++i) {
    EXPECT_TRUE(talk.sent[i].silence);
    EXPECT_EQ(talk.sent[i].tick, i);
    EXPECT_EQ(talk.sent[i].ticks, 960U);
  }
  EXPECT_FALSE(talk.talker->sending());
}

TEST(Talker, TimestampsShowThePause) {
  Talk talk;
  for (int i = 0; i < 5; ++i) talk.Tick();
  for (int i = 0; i < 50; ++i) talk.Tick(false);
  talk.now -= 1ms;  // a wake-up is never quite on time
  talk.Tick();
  ASSERT_EQ(talk.sent.size(), 11U);
  EXPECT_EQ(talk.sent[10].ticks, (50U - 5 + 1) * 960);
}

TEST(Talker, AStallShowsInTheTimestampsAndALateTickDoesNot) {
  Talk talk;
  talk.Tick();
  talk.now += 30ms;
  talk.Tick();
  EXPECT_EQ(talk.sent[1].ticks, 960U);
  talk.now += 200ms;
  talk.Tick();
  EXPECT_EQ(talk.sent[2].ticks, 960U * 12);
}

TEST(Talker, EveryFrameLengthKeepsTheTimeLine) {
  struct Row {
    int frame_ms;
    std::size_t frames;
    std::size_t samples;
  };
  for (const Row& row : {Row{10, 120, 480}, Row{20, 60, 960}, Row{40, 30, 1920}, Row{60, 20, 2880}}) {
    Talk talk({.frame_ms = row.frame_ms});
    for (int i = 0; i < 60; ++i) talk.Tick();
    ASSERT_EQ(talk.sent.size(), row.frames) << row.frame_ms;
    for (std::size_t i = 0; i < row.frames; ++i) {
      EXPECT_EQ(talk.sent[i].samples, row.samples);
      EXPECT_EQ(talk.sent[i].ticks, i > 0 ? row.samples : 0U);
    }
    for (int i = 0; i < 10; ++i) talk.Tick(false);
    ASSERT_EQ(talk.sent.size(), row.frames + 5);
    EXPECT_EQ(talk.sent[row.frames].ticks, row.samples);
    EXPECT_EQ(talk.sent[row.frames + 1].ticks, 960U);
  }
}

TEST(Talker, APartFrameIsFilledUpWhenTheSourceEnds) {
  Talk talk({.frame_ms = 60});
  for (int i = 0; i < 4; ++i) talk.Tick();
  for (int i = 0; i < 10; ++i) talk.Tick(false);
  ASSERT_EQ(talk.sent.size(), 2U + 5);
  EXPECT_EQ(talk.sent[1].tick, 5U);
  EXPECT_EQ(talk.sent[2].ticks, 2880U);
}

TEST(Talker, PushToTalkFlowsUntilTheFirstFrameBoundaryAtOrAfterTheDelay) {
  struct Row {
    Duration delay;
    std::size_t frames_after;  ///< frames that start at or after the release
  };
  // the key is released exactly at a tick
  for (const Row& row : {Row{0ms, 0}, Row{1ms, 1}, Row{20ms, 1}, Row{21ms, 2}, Row{100ms, 5}, Row{-5ms, 0}}) {
    Talk talk;
    talk.talker->Apply(command::SetAudioMode{AudioMode::kPushToTalk}, {});
    talk.talker->Apply(command::SetPttReleaseDelay{row.delay}, {});
    for (int i = 0; i < 5; ++i) talk.Tick();
    EXPECT_EQ(talk.sent.size(), 0U);
    talk.talker->Apply(command::SetPttActive{true}, talk.now);
    for (int i = 0; i < 10; ++i) talk.Tick();
    talk.talker->Apply(command::SetPttActive{false}, talk.now);
    for (int i = 0; i < 20; ++i) talk.Tick();
    EXPECT_EQ(talk.Speech(), 10 + row.frames_after);
    EXPECT_EQ(talk.Silence(), 5U);
  }
}

TEST(Talker, PushToTalkEndsAtTheBoundaryOfALongFrame) {
  Talk talk({.frame_ms = 60});
  talk.talker->Apply(command::SetAudioMode{AudioMode::kPushToTalk}, {});
  talk.talker->Apply(command::SetPttReleaseDelay{20ms}, {});
  talk.talker->Apply(command::SetPttActive{true}, talk.now);
  for (int i = 0; i < 4; ++i) talk.Tick();
  talk.talker->Apply(command::SetPttActive{false}, talk.now);
  for (int i = 0; i < 20; ++i) talk.Tick();
  EXPECT_EQ(talk.Speech(), 2U);
}

TEST(Talker, SelfMuteStopsAtOnce) {
  Talk talk({.frame_ms = 60});
  for (int i = 0; i < 4; ++i) talk.Tick();
  talk.talker->Apply(command::SetSelfMute{true}, {});
  for (int i = 0; i < 20; ++i) talk.Tick();
  EXPECT_EQ(talk.Speech(), 1U);
  EXPECT_EQ(talk.Silence(), 5U);
  EXPECT_FALSE(talk.talker->sending());
  talk.talker->Apply(command::SetSelfMute{false}, {});
  for (int i = 0; i < 3; ++i) talk.Tick();
  EXPECT_EQ(talk.Speech(), 2U);
}

TEST(Talker, VoiceActivityOpensForSpeechAndClosesAfterTheHangover) {
  for (const bool automatic : {true, false}) {
    Talk talk;
    talk.talker->Apply(command::SetAudioMode{AudioMode::kVoiceActivity}, {});
    talk.talker->Apply(command::SetVadThreshold{automatic, -40}, {});
    const AudioBlock quiet{};
    for (int i = 0; i < 20; ++i) talk.Note(talk.talker->TickPcm(talk.now, quiet));
    EXPECT_EQ(talk.sent.size(), 0U);
    for (int i = 0; i < 20; ++i) talk.Tick();
    EXPECT_EQ(talk.Speech(), 1 + 20U) << "the block before the word goes with it";
    for (int i = 0; i < 60; ++i) talk.Note(talk.talker->TickPcm(talk.now, quiet));
    EXPECT_GE(talk.Speech(), 30U);
    EXPECT_LE(talk.Speech(), 40U);
    EXPECT_EQ(talk.Silence(), 5U);
  }
}

/// A tone that begins `into` samples into a block; before it is quiet.
AudioBlock TonePart(Tone& tone, std::size_t into) {
  AudioBlock block{};
  tone.Fill(std::span(block).subspan(into * kChannels));
  return block;
}

/// Ticks with what is too quiet for a threshold of -20 dBFS until the block after a word's begin opens the
/// gate.
class Word {
 public:
  static constexpr std::size_t kInto = 720;  ///< the word begins 15 ms into its block

  explicit Word(EncoderSettings settings) : talk(settings) {
    talk.talker->Apply(command::SetAudioMode{AudioMode::kVoiceActivity}, {});
    talk.talker->Apply(command::SetVadThreshold{false, -20}, {});
  }

  void Quiet(int ticks) {
    for (int i = 0; i < ticks; ++i) Tick(AudioBlock{});
  }
  void Begin() { Tick(TonePart(tone, kInto)); }
  void Speak(int ticks) {
    for (int i = 0; i < ticks; ++i) Tick(tone.Block());
  }

  void Tick(const AudioBlock& block) {
    const AllocationGuard guard;
    const auto frames = talk.talker->TickPcm(talk.now, block);
    talk.allocations += guard.count();
    for (const OutgoingFrame& frame : frames) Decode(frame.payload);
    talk.Note(frames);
  }

  void Decode(std::span<const std::uint8_t> payload) {
    std::vector<float> sound(5760 * kChannels);
    sound.resize(decoder.Decode(payload, sound) * kChannels);
    const std::vector<std::int16_t> out = Rounded(std::span<const float>(sound));
    heard.insert(heard.end(), out.begin(), out.end());
  }

  /// Sample at which the tone is first heard.
  [[nodiscard]] std::size_t Onset() const {
    const auto first = std::ranges::find_if(heard, [](int value) { return std::abs(value) > 1500; });
    return static_cast<std::size_t>(first - heard.begin()) / kChannels;
  }

  Talk talk;
  Tone tone{300, 6000};
  opus::Decoder decoder = std::move(*opus::Decoder::Create());
  std::vector<std::int16_t> heard;
};

TEST(Talker, TheBeginningOfAWordThatOpensTheGateIsSent) {
  struct Row {
    int frame_ms;
    std::size_t frames_at_once;  ///< in the tick that opens the gate
  };
  for (const Row& row : {Row{10, 4}, Row{20, 2}, Row{40, 1}, Row{60, 0}}) {
    Word word({.frame_ms = row.frame_ms});
    word.Quiet(10);
    word.Begin();
    EXPECT_EQ(word.talk.sent.size(), 0U) << "too short to open the gate";
    word.Speak(1);
    EXPECT_EQ(word.talk.sent.size(), row.frames_at_once) << row.frame_ms;
    word.Speak(4);
    const auto samples = static_cast<std::uint32_t>(row.frame_ms * 48);
    EXPECT_EQ(word.talk.sent.size(), 6U * 20 / static_cast<std::size_t>(row.frame_ms));
    for (std::size_t i = 1; i < word.talk.sent.size(); ++i) EXPECT_EQ(word.talk.sent[i].ticks, samples);
    constexpr std::size_t kCodecDelay = 312;
    EXPECT_NEAR(static_cast<double>(word.Onset()), Word::kInto + kCodecDelay, 96) << row.frame_ms;
    EXPECT_EQ(word.talk.allocations, 0U);
  }
}

TEST(Talker, TimestampsOfALaterWordCountFromItsBeginning) {
  Word word({});
  word.Speak(1);
  word.Quiet(60);
  const std::size_t before = word.talk.sent.size();
  const std::size_t last_tick = word.talk.sent.back().tick;
  word.Begin();
  word.Speak(2);
  ASSERT_EQ(word.talk.sent.size(), before + 3);
  EXPECT_EQ(word.talk.sent[before].ticks, 960 * (word.talk.sent[before].tick - 1 - last_tick));
  EXPECT_EQ(word.talk.sent[before + 1].ticks, 960U);
  EXPECT_EQ(word.talk.sent[before + 2].ticks, 960U);
}

TEST(Talker, NoBlockIsSentInTheTimeOfASilenceFrame) {
  Word word({});
  word.Speak(1);
  while (word.talk.Silence() < 3) word.Quiet(1);
  const std::size_t before = word.talk.sent.size();
  word.Speak(3);
  ASSERT_EQ(word.talk.sent.size(), before + 3);
  for (std::size_t i = before; i < before + 3; ++i) EXPECT_EQ(word.talk.sent[i].ticks, 960U);
}

TEST(Talker, WhatWasSaidWhileMutedOrBeforeTheKeyIsNeverSent) {
  Word muted({});
  muted.talk.talker->Apply(command::SetSelfMute{true}, {});
  muted.Begin();
  muted.talk.talker->Apply(command::SetSelfMute{false}, {});
  muted.Speak(1);
  EXPECT_EQ(muted.talk.sent.size(), 1U);

  Word remuted({});
  remuted.Begin();
  remuted.talk.talker->Apply(command::SetSelfMute{true}, {});
  remuted.talk.talker->Apply(command::SetSelfMute{false}, {});
  remuted.Speak(1);
  EXPECT_EQ(remuted.talk.sent.size(), 1U);

  Word key({});
  key.Begin();
  key.talk.talker->Apply(command::SetAudioMode{AudioMode::kPushToTalk}, {});
  key.Begin();
  key.talk.talker->Apply(command::SetPttActive{true}, key.talk.now);
  key.Speak(1);
  EXPECT_EQ(key.talk.sent.size(), 1U);
}

TEST(Talker, AZeroInputVolumeSendsSilence) {
  Talk talk;
  talk.talker->Apply(command::SetInputVolume{0}, {});
  for (int i = 0; i < 10; ++i) talk.Tick();
  EXPECT_EQ(talk.Speech(), 10U);
}

TEST(Talker, PreEncodedPacketsPassWithTheirOwnLength) {
  Talk talk;
  const std::vector<std::uint8_t> twenty{0xF8, 1, 2, 3};
  const std::vector<std::uint8_t> sixty{0x18, 1, 2, 3};
  for (int i = 0; i < 3; ++i) talk.TickOpus(twenty);
  for (int i = 0; i < 3; ++i) {
    talk.TickOpus(sixty);
    talk.TickOpus({});
    talk.TickOpus({});
  }
  EXPECT_EQ(talk.Speech(), 6U);
  EXPECT_EQ(talk.Silence(), 0U);
  EXPECT_EQ(talk.sent[3].ticks, 960U);
  EXPECT_EQ(talk.sent[4].ticks, 2880U);
  for (int i = 0; i < 20; ++i) talk.TickOpus({});
  EXPECT_EQ(talk.Silence(), 5U);
  EXPECT_EQ(talk.sent[6].ticks, 2880U);
  EXPECT_EQ(talk.allocations, 0U);
}

TEST(Talker, ShortPacketsComeTwoToATick) {
  Talk talk;
  const std::vector<std::uint8_t> ten{0xF0, 1, 2, 3};
  for (int i = 0; i < 5; ++i) {
    talk.TickOpus(ten);
    talk.now -= 20ms;
    talk.TickOpus(ten);
  }
  EXPECT_EQ(talk.Speech(), 10U);
  for (std::size_t i = 1; i < 10; ++i) EXPECT_EQ(talk.sent[i].ticks, 480U);
  EXPECT_EQ(talk.Silence(), 0U);
}

TEST(Talker, MalformedAndOversizedPacketsAreNotSent) {
  Talk talk;
  const std::vector<std::uint8_t> odd{0xF9, 1};
  const std::vector<std::uint8_t> huge(opus::kMaxPayload + 1, 0xF8);
  talk.TickOpus(odd);
  talk.TickOpus(huge);
  EXPECT_EQ(talk.sent.size(), 0U);
}

TEST(Talker, MuteAndPushToTalkGatePreEncodedPackets) {
  Talk talk;
  const std::vector<std::uint8_t> twenty{0xF8, 1, 2, 3};
  talk.talker->Apply(command::SetAudioMode{AudioMode::kVoiceActivity}, {});
  talk.TickOpus(twenty);
  EXPECT_EQ(talk.Speech(), 1U);
  talk.talker->Apply(command::SetSelfMute{true}, {});
  for (int i = 0; i < 10; ++i) talk.TickOpus(twenty);
  EXPECT_EQ(talk.Speech(), 1U);
  EXPECT_EQ(talk.Silence(), 5U);
  talk.talker->Apply(command::SetSelfMute{false}, {});
  talk.talker->Apply(command::SetAudioMode{AudioMode::kPushToTalk}, {});
  talk.TickOpus(twenty);
  EXPECT_EQ(talk.Speech(), 1U);
}

TEST(Talker, FecIsOnOnlyWhileLossIsReported) {
  Talk talk({.bitrate = 32'000});
  std::vector<std::uint8_t> last;
  Voice voice;
  const auto run = [&](int ticks) {
    for (int i = 0; i < ticks; ++i) {
      const AudioBlock block = voice.Block();
      const auto frames = talk.talker->TickPcm(talk.now, block);
      last.assign(frames[0].payload.begin(), frames[0].payload.end());
      talk.Note(frames);
    }
    return opus::HasRecovery(last);
  };
  EXPECT_FALSE(run(10));
  talk.talker->SetReportedLoss(talk.now, 0.01F);
  EXPECT_FALSE(run(10));
  talk.talker->SetReportedLoss(talk.now, 0.10F);
  EXPECT_TRUE(run(100));
  talk.talker->SetReportedLoss(talk.now, 0.0F);
  EXPECT_TRUE(run(300));
  EXPECT_FALSE(run(200));
}

/// The packets of half a second of noise and tone.
std::vector<std::vector<std::uint8_t>> EncodedWith(Talk& talk) {
  std::vector<std::vector<std::uint8_t>> packets;
  for (int tick = 0; tick < 25; ++tick) {
    AudioBlock block = talk.tone.Block();
    for (std::size_t at = 0; at < block.size(); ++at)
      block[at] =
          static_cast<std::int16_t>(block[at] / 2 + static_cast<int>(at * at * 7'919 % 4'001) - 2'000);
    for (const OutgoingFrame& frame : talk.talker->TickPcm(talk.now, block))
      packets.emplace_back(frame.payload.begin(), frame.payload.end());
    talk.now += 20ms;
  }
  return packets;
}

TEST(Talker, EncodesWithTheComplexityThatTheMachineHasTimeFor) {
  Talk ten;
  Talk five({.complexity = 5});
  Talk limited;
  limited.talker->LimitComplexity(5);
  const auto usual = EncodedWith(ten);
  EXPECT_EQ(EncodedWith(limited), EncodedWith(five));
  limited = Talk();
  limited.talker->LimitComplexity(5);
  limited.talker->Apply(command::SetEncoder{{.complexity = 10}}, {});
  EXPECT_NE(EncodedWith(limited), usual) << "whatever is wanted";
  limited = Talk();
  limited.talker->LimitComplexity(5);
  limited.talker->LimitComplexity(10);
  EXPECT_EQ(EncodedWith(limited), usual);
}

TEST(Talker, SettingsOutOfRangeChangeNothing) {
  EXPECT_EQ(Talker::Create({.bitrate = 5999}), nullptr);
  EXPECT_EQ(Talker::Create({.frame_ms = 30}), nullptr);
  EXPECT_EQ(Talker::Create({.complexity = 11}), nullptr);
  Talk talk;
  talk.talker->Apply(command::SetEncoder{{.bitrate = 96'000, .music = true, .frame_ms = 60}}, {});
  talk.talker->Apply(command::SetEncoder{{.bitrate = 600'000, .frame_ms = 20}}, {});
  talk.talker->Apply(command::SetEncoder{{.frame_ms = 30}}, {});
  for (int i = 0; i < 6; ++i) talk.Tick();
  EXPECT_EQ(talk.sent.size(), 2U);
}

TEST(Talker, MissingInputIsReportedOncePerCrossing) {
  Talk talk;
  talk.talker->Apply(command::SetNoInputThreshold{-60}, {});
  talk.Tick();
  EXPECT_FALSE(talk.talker->TakeInputDetected());
  for (int i = 0; i < 260; ++i) talk.Tick(false);
  EXPECT_EQ(talk.talker->TakeInputDetected(), false);
  EXPECT_FALSE(talk.talker->TakeInputDetected());
  talk.Tick();
  EXPECT_EQ(talk.talker->TakeInputDetected(), true);
}

TEST(Talker, WithoutAnEncoderSendsPacketsAndDropsPcm) {
  auto talker = Talker::CreateForPackets();
  talker->Apply(command::SetAudioMode{AudioMode::kContinuous}, {});
  talker->Apply(command::SetEncoder{{.bitrate = 32'000}}, {});
  AudioBlock block;
  block.fill(5000);
  EXPECT_TRUE(talker->TickPcm(Instant(1s), block).empty());
  EXPECT_EQ(talker->TickOpus(Instant(1s), opus::kSilenceFrame).size(), 1U);
  talker->Install(*opus::Encoder::Create(false));
  std::size_t bytes = 0;
  for (int tick = 0; tick < 50; ++tick) {
    const auto frames = talker->TickPcm(Instant(2s) + kBlockDuration * tick, test::Tone(440).Block());
    ASSERT_EQ(frames.size(), 1U);
    bytes += frames[0].payload.size();
  }
  EXPECT_LT(bytes, 6000U) << "at the bitrate that was set before";
}

}  // namespace SDKPP_TEST_FILE
}  // namespace sdkpp::test
