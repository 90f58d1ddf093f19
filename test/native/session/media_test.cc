#include "core/session/media.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <deque>
#include <functional>
#include <vector>

#include "core/opus/packet.h"
#include "core/player/opus_source.h"
#include "core/player/pcm_source.h"
#include "core/player/stream_source.h"
#include "session/media_end.h"
#include "support/allocation_guard.h"
#include "support/network_emulator.h"
#include "support/sound.h"

namespace sdkpp::session {
namespace SDKPP_TEST_FILE {

/// Ada sends, Ben hears.
class MediaTest : public testing::Test {
 protected:
  End ada{kAdaSsrc, 0xc000'0000};
  End ben{kBenSsrc, 0xd000'0000};
  player::PcmSource* pcm = nullptr;
  double phase = 0;

  void SetUp() override {
    auto input = std::make_unique<player::PcmSource>(kSampleRate, 2);
    pcm = input.get();
    ada.Do(command::SetInput{std::move(input)});
    ada.Do(command::Announced{});
  }

  void MapAda() { ben.Do(command::MapSsrc{kAdaSsrc, kAda, Speaker::Create()}); }

  void Hum() {
    AudioBlock block;
    for (std::size_t i = 0; i < kBlockSamples; ++i) {
      phase += 2 * 3.14159265358979 * 440 / kSampleRate;
      block[2 * i] = block[2 * i + 1] = static_cast<std::int16_t>(8000 * std::sin(phase));
    }
    (void)pcm->queue().Write(block);
  }

  /// One tick of both; `each` may change or drop what Ada sent.
  void Step(const std::function<bool(Datagram&)>& each = [](Datagram&) { return true; }) {
    Hum();
    const Instant next = ada.now + kBlockDuration;
    for (Datagram& datagram : ada.Tick(next)) {
      if (each(datagram)) ben.Receive(datagram);
    }
    for (Datagram& datagram : ben.Tick(next)) ada.Receive(datagram);
  }

  static bool IsRtp(const Datagram& datagram) { return rtp::Classify(datagram) == rtp::DatagramKind::kRtp; }
};

TEST_F(MediaTest, CarriesSpeechFromOneEndToTheOther) {
  MapAda();
  for (int i = 0; i < 50; ++i) Step();
  const MediaStats& stats = ben.Stats();
  EXPECT_GE(stats.packets_received, 49u);
  ASSERT_EQ(stats.remotes.size(), 1u);
  EXPECT_EQ(stats.remotes[0].user, kAda);
  EXPECT_EQ(stats.remotes[0].speaker.packets_lost, 0u);
  EXPECT_EQ(ben.Count<event::Audible>(), 1);
}

TEST_F(MediaTest, TheFirstDiscoveryDoesNotWaitForTheTick) {
  End eve(Ssrc(3), 0xe000'0000);
  eve.media.SendUrgent(eve.now, eve.outbox);
  ASSERT_EQ(eve.outbox.size(), 1U);
  EXPECT_EQ(rtp::Classify(eve.outbox[0]), rtp::DatagramKind::kDiscoveryRequest);
  eve.outbox.Clear();
  eve.media.SendUrgent(eve.now, eve.outbox);
  EXPECT_EQ(eve.outbox.size(), 0U) << "once for each command";
  eve.Do(command::Rediscover{});
  eve.media.SendUrgent(eve.now, eve.outbox);
  EXPECT_EQ(eve.outbox.size(), 1U);
}

TEST_F(MediaTest, HoldsSpeechBackUntilItIsAnnounced) {
  End eve(Ssrc(3), 0xe000'0000);
  auto input = std::make_unique<player::PcmSource>(kSampleRate, 2);
  player::PcmSource* queue = input.get();
  eve.Do(command::SetInput{std::move(input)});
  const AudioBlock block{};
  int sent = 0;
  for (int i = 0; i < 5; ++i) {
    (void)queue->queue().Write(block);
    for (const Datagram& datagram : eve.Tick(eve.now + kBlockDuration)) sent += IsRtp(datagram) ? 1 : 0;
  }
  EXPECT_EQ(sent, 0);
  EXPECT_EQ(eve.Count<event::Speaking>(), 1);
  eve.Do(command::Announced{});
  for (int i = 0; i < 5; ++i) {
    (void)queue->queue().Write(block);
    for (const Datagram& datagram : eve.Tick(eve.now + kBlockDuration)) sent += IsRtp(datagram) ? 1 : 0;
  }
  EXPECT_EQ(sent, 10) << "nothing said before the announcement is lost";
}

TEST_F(MediaTest, HoldsPacketsOfAnUnknownSsrcAndPlaysThemOnceItIsClaimed) {
  for (int i = 0; i < 8; ++i) Step();
  EXPECT_EQ(ben.Stats().remotes.size(), 0u);
  MapAda();
  for (int i = 0; i < 30; ++i) Step();
  EXPECT_EQ(ben.Stats().rejected.unknown_ssrc, 0u);
  EXPECT_GE(ben.Stats().packets_received, 37u);
}

TEST_F(MediaTest, DropsPacketsOfAnSsrcThatIsNotClaimedWithinAQuarterSecond) {
  for (int i = 0; i < 40; ++i) Step();
  EXPECT_GT(ben.Stats().rejected.unknown_ssrc, 15u);
}

TEST_F(MediaTest, AUserWhoGoesBackToAnEarlierSsrcKeepsThatOne) {
  MapAda();
  ben.Do(command::MapSsrc{Ssrc(1001), kAda, Speaker::Create()});
  MapAda();
  for (int i = 0; i < 60; ++i) Step();
  const MediaStats& stats = ben.Stats();
  ASSERT_EQ(stats.remotes.size(), 1u) << "the other one is removed after a second";
  EXPECT_EQ(stats.remotes[0].ssrc, kAdaSsrc);
  EXPECT_GE(stats.packets_received, 59u);
}

/// Ada is silent for a minute and then speaks again.
class SpeakerReleaseTest : public MediaTest {
 protected:
  void SetUp() override {
    MediaTest::SetUp();
    MapAda();
    for (int i = 0; i < 50; ++i) Step();
    ben.seen.clear();
  }

  /// Time in which nobody speaks.
  void Pause(Duration length) {
    for (const Instant end = ada.now + length; ada.now < end;) {
      const Instant next = ada.now + kBlockDuration;
      for (Datagram& datagram : ada.Tick(next)) ben.Receive(datagram);
      (void)ben.Tick(next);
    }
  }

  [[nodiscard]] int FreedSpeakers() const {
    return static_cast<int>(std::ranges::count_if(ben.seen, [](const MediaEvent& each) {
      const auto* retired = std::get_if<event::Retired>(&each);
      return retired != nullptr && retired->speaker != nullptr;
    }));
  }
};

TEST_F(SpeakerReleaseTest, FreesASpeakerAfterAMinuteAndAsksForANewOneWhenItIsHeard) {
  const std::uint64_t before = ben.Stats().packets_received;
  Pause(59s);
  EXPECT_EQ(FreedSpeakers(), 0);
  Pause(2s);
  EXPECT_EQ(FreedSpeakers(), 1);
  EXPECT_EQ(ben.Stats().remotes.size(), 1u) << "the user is still there";
  EXPECT_EQ(ben.Stats().remotes[0].speaker.packets_received, before + 5) << "what was counted stays";

  for (int i = 0; i < 4; ++i) Step();
  ASSERT_EQ(ben.Count<event::SpeakerNeeded>(), 1) << "asked once";
  for (const MediaEvent& each : ben.seen) {
    if (const auto* need = std::get_if<event::SpeakerNeeded>(&each)) {
      EXPECT_EQ(need->ssrc, kAdaSsrc);
      EXPECT_EQ(need->user, kAda);
    }
  }
  MapAda();
  for (int i = 0; i < 30; ++i) Step();
  const MediaStats& stats = ben.Stats();
  EXPECT_EQ(stats.rejected.unknown_ssrc, 0u) << "the first packets waited";
  EXPECT_GE(stats.packets_received, before + 5 + 34) << "silence frames and speech";
  EXPECT_EQ(stats.remotes[0].speaker.packets_received, stats.packets_received);
  EXPECT_EQ(stats.remotes[0].speaker.packets_lost, 0u);
  EXPECT_EQ(FreedSpeakers(), 1);
  EXPECT_EQ(ben.Count<event::Audible>(), 2) << "silent, then audible";
}

TEST_F(SpeakerReleaseTest, ReleasesTheSpeakerOfAUserWhoNeverSpoke) {
  constexpr UserId kEve{3};
  ben.Do(command::MapSsrc{Ssrc(3000), kEve, Speaker::Create()});
  Pause(61s);
  EXPECT_EQ(FreedSpeakers(), 2);
}

TEST_F(SpeakerReleaseTest, AReplayAsksForNoSpeaker) {
  std::vector<Datagram> recorded;
  Step([&](Datagram& datagram) {
    if (IsRtp(datagram)) recorded.push_back(datagram);
    return true;
  });
  ASSERT_FALSE(recorded.empty());
  Pause(62s);
  ASSERT_EQ(FreedSpeakers(), 1);
  ben.Receive(recorded[0]);
  // under a fresh counter but with an old sequence number
  Datagram again = recorded[0];
  const auto opened = MakeSealer(0)->OpenRtp(again);
  ASSERT_TRUE(opened.ok());
  Datagram forged(rtp::kFixedHeaderSize + opened->payload.size() + rtp::kSealOverhead);
  ByteWriter out(forged);
  rtp::WriteHeader(out, opened->header.sequence, opened->header.timestamp, kAdaSsrc);
  out.Bytes(opened->payload);
  ASSERT_NE(MakeSealer(0xe000'0000)->Seal(forged, rtp::kFixedHeaderSize, opened->payload.size()), 0u);
  ben.Receive(forged);
  EXPECT_EQ(ben.Count<event::SpeakerNeeded>(), 0);
  EXPECT_EQ(ben.Stats().rejected.replay, 1u);
  EXPECT_EQ(ben.Stats().rejected.duplicate, 1u);
}

TEST_F(SpeakerReleaseTest, AUserWithoutASpeakerWhoLeavesIsRemoved) {
  Pause(62s);
  ben.Do(command::UnmapUser{kAda});
  for (int i = 0; i < 20; ++i) Step();
  EXPECT_EQ(ben.Stats().remotes.size(), 0u);
  EXPECT_EQ(ben.Count<event::SpeakerNeeded>(), 0);
  EXPECT_EQ(FreedSpeakers(), 1);
}

TEST_F(SpeakerReleaseTest, AnUnansweredQuestionIsAskedAgain) {
  Pause(62s);
  for (int i = 0; i < 120; ++i) Step();
  EXPECT_EQ(ben.Count<event::SpeakerNeeded>(), 3) << "once a second";
  EXPECT_GT(ben.Stats().rejected.unknown_ssrc, 80u);
}

TEST_F(SpeakerReleaseTest, ReleasingAndAttachingSpeakersNeverAllocates) {
  Pause(59s + 800ms);
  auto speaker = Speaker::Create();
  std::uint64_t allocations = 0;
  for (int i = 0; i < 100; ++i) {
    Hum();
    const Instant next = ada.now + kBlockDuration;
    std::vector<Datagram> sent = ada.Tick(next);
    if (i < 50) sent.clear();  // still silent for Ben
    ben.now = next;
    const test::AllocationGuard guard;
    for (Datagram& datagram : sent) ben.media.HandleDatagram(datagram, Via::kPresent, next);
    ben.media.AfterDatagrams(next);
    if (i == 55) ben.media.HandleCommand(command::MapSsrc{kAdaSsrc, kAda, std::move(speaker)}, next);
    ben.media.Tick(next, next, ben.outbox);
    allocations += guard.count();
    ben.outbox.Clear();
    ben.Drain();
  }
  EXPECT_EQ(FreedSpeakers(), 1);
  EXPECT_EQ(ben.Count<event::SpeakerNeeded>(), 1);
  EXPECT_EQ(allocations, 0u);
}

TEST_F(MediaTest, RejectsReplaysAlso65536PacketsLater) {
  MapAda();
  const auto sealer = MakeSealer(0xc100'0000);
  const auto packet = [&](std::uint32_t number) {
    Datagram datagram(rtp::kFixedHeaderSize + opus::kSilenceFrame.size() + rtp::kSealOverhead);
    ByteWriter out(datagram);
    rtp::WriteHeader(out, Sequence(static_cast<std::uint16_t>(number)), RtpTimestamp(number * 960), kAdaSsrc);
    out.Bytes(opus::kSilenceFrame);
    EXPECT_EQ(sealer->Seal(datagram, rtp::kFixedHeaderSize, opus::kSilenceFrame.size()), datagram.size());
    return datagram;
  };
  Datagram recorded = packet(0);
  ben.Receive(recorded);
  for (std::uint32_t number = 1; number < 40; ++number) ben.Receive(packet(number));
  ben.Receive(recorded);
  EXPECT_EQ(ben.Stats().rejected.replay, 1u);
  for (std::uint32_t number = 40; number <= 65'536; ++number) ben.Receive(packet(number));
  ben.Receive(recorded);  // its sequence number looks fresh again
  EXPECT_EQ(ben.Stats().rejected.replay, 2u);
}

TEST_F(MediaTest, PacketsAsLongAsADatagramAreReceivedAndLongerOnesCounted) {
  MapAda();
  ReceiveQueue queue;
  ben.Do(command::SetReceiveQueue{&queue});
  ben.Do(command::SetUser{kAda, {.gain = 1, .muted = false, .opus = true, .pcm = true}});
  const auto sealer = MakeSealer(0xc100'0000);
  const auto receive = [&](std::uint16_t number, std::size_t size) {
    std::vector<std::uint8_t> payload(size, 7);
    payload[0] = 0xFF;  // three frames of 20 ms
    payload[1] = 3;
    Datagram datagram(rtp::kFixedHeaderSize + size + rtp::kSealOverhead);
    ByteWriter out(datagram);
    rtp::WriteHeader(out, Sequence(number), RtpTimestamp(number * 2880U), kAdaSsrc);
    out.Bytes(payload);
    ASSERT_EQ(sealer->Seal(datagram, rtp::kFixedHeaderSize, size), datagram.size());
    ben.Receive(datagram);
  };
  receive(1, 1277);
  receive(2, rtp::kMaxDatagram - rtp::kFixedHeaderSize - rtp::kSealOverhead - 1);
  receive(3, rtp::kMaxDatagram);
  std::vector<std::size_t> sizes;
  TakeEach(queue, [&](const ReceivedHead&, auto bytes) { sizes.push_back(bytes.size()); });
  EXPECT_EQ(sizes, (std::vector<std::size_t>{1277, 2015}));
  for (int i = 0; i < 20; ++i) (void)ben.Tick(ben.now + kBlockDuration);
  const MediaStats& stats = ben.Stats();
  EXPECT_EQ(stats.rejected.too_long, 1u);
  EXPECT_EQ(stats.rejected.replay, 0u);
  EXPECT_GE(stats.remotes[0].speaker.played_samples, 2 * 2880u) << "they are heard too";
}

TEST_F(MediaTest, SubscriptionsLeaveRoomForTurnsToALateJavaScript) {
  MapAda();
  ReceiveQueue queue;
  ben.Do(command::SetReceiveQueue{&queue});
  ben.Do(command::SetTurnPolicies{std::make_unique<TurnPolicies>(TurnPolicy{})});
  ben.Do(command::SetListening{turns::EarRate::k16kHz,
                               std::make_unique<Listening>(turns::EarRate::k16kHz, Listening::Whom::kEveryone,
                                                           std::vector<UserId>{})});
  ben.Do(command::SetUser{kAda, {.gain = 1, .muted = false, .opus = true, .pcm = true}});
  for (int i = 0; i < 1'500 && queue.dropped() < 100; ++i) Step();
  EXPECT_GE(queue.dropped(), 100u);
  EXPECT_TRUE(queue.HasRoomFor(std::size_t{60} * 1024));
  ben.Do(command::SetListening{turns::EarRate::k16kHz, nullptr});
  Step();
  const std::uint64_t dropped = queue.dropped();
  for (int i = 0; i < 3; ++i) Step();
  EXPECT_EQ(queue.dropped(), dropped) << "without ears there is no room to keep";
}

TEST_F(MediaTest, AStreamOfBytesSoundsOnceItIsDecodedAndSaysWhyItDidNot) {
  End eve(Ssrc(3), 0xe000'0000);
  eve.Do(command::Announced{});
  auto feed = std::make_shared<player::StreamFeed>();
  eve.Do(command::SetInput{std::make_unique<player::StreamSource>(feed), 7});
  const auto sent = [&] {
    (void)eve.Tick(eve.now + kBlockDuration);
    return eve.Stats().packets_sent;
  };
  EXPECT_EQ(sent(), 0u) << "nobody knows yet what it is";
  player::OpusSource& packets = feed->OpenPackets();
  EXPECT_TRUE(packets.Write(std::vector<std::uint8_t>{0xFC, 1, 2, 3}));
  EXPECT_GT(sent(), 0u) << "it, and the silence behind it";
  feed = std::make_shared<player::StreamFeed>();
  eve.Do(command::SetInput{std::make_unique<player::StreamSource>(feed), 8});
  feed->Refuse(player::SourceRefusal::kKind);
  feed->End();
  (void)sent();
  const auto ended = std::ranges::find_if(
      eve.seen, [](const MediaEvent& each) { return std::holds_alternative<event::InputEnded>(each); });
  ASSERT_NE(ended, eve.seen.end());
  EXPECT_EQ(std::get<event::InputEnded>(*ended).number, 8u);
  EXPECT_EQ(std::get<event::InputEnded>(*ended).refusal, player::SourceRefusal::kKind);
}

TEST_F(MediaTest, WhatIsLostInAnInputIsReportedWithItsEndAndCounted) {
  End eve(Ssrc(3), 0xe000'0000);
  eve.Do(command::Announced{});
  auto first = std::make_unique<player::OpusSource>();
  EXPECT_FALSE(first->Write(std::vector<std::uint8_t>{0xFB}));
  first->Finish();
  eve.Do(command::SetInput{std::move(first), 7});
  for (int i = 0; i < 6; ++i) (void)eve.Tick(eve.now + kBlockDuration);
  const auto ended = std::ranges::find_if(
      eve.seen, [](const MediaEvent& each) { return std::holds_alternative<event::InputEnded>(each); });
  ASSERT_NE(ended, eve.seen.end());
  EXPECT_EQ(std::get<event::InputEnded>(*ended).number, 7u);
  EXPECT_EQ(std::get<event::InputEnded>(*ended).losses.packets, 1u);
  EXPECT_EQ(eve.Stats().input.packets_skipped, 1u);
  auto second = std::make_unique<player::OpusSource>();
  EXPECT_FALSE(second->Write({}));
  eve.Do(command::SetInput{std::move(second), 8});
  for (int i = 0; i < 6; ++i) (void)eve.Tick(eve.now + kBlockDuration);
  EXPECT_EQ(eve.Stats().input.packets_skipped, 2u) << "of an input that plays, too";
  eve.Do(command::SetInput{});
  for (int i = 0; i < 6; ++i) (void)eve.Tick(eve.now + kBlockDuration);
  EXPECT_EQ(eve.Stats().input.packets_skipped, 2u);
}

TEST_F(MediaTest, TenThousandForeignDatagramsOnlyCount) {
  MapAda();
  for (int i = 0; i < 20; ++i) Step();
  const auto rejected = [&] {
    const MediaStats& stats = ben.Stats();
    return stats.rejected.authentication + stats.rejected.malformed + stats.rejected.foreign +
           stats.rejected.replay + stats.rejected.unknown_ssrc;
  };
  const std::uint64_t received = ben.Stats().packets_received;
  const std::uint64_t before = rejected();
  std::uint64_t state = 7;
  for (int i = 0; i < 10'000; ++i) {
    Datagram datagram(state % 1400);
    for (auto& byte : datagram) {
      state = state * 6364136223846793005ULL + 1442695040888963407ULL;
      byte = static_cast<std::uint8_t>(state >> 56);
    }
    if (i % 3 == 0 && datagram.size() > 12) {
      datagram[0] = 0x80;
      datagram[1] = 0x78;
    }
    state += 1;
    ben.Receive(datagram);
  }
  EXPECT_EQ(ben.Stats().packets_received, received);
  EXPECT_EQ(rejected() - before, 10'000u);
  for (int i = 0; i < 20; ++i) Step();
  EXPECT_EQ(ben.Stats().remotes[0].speaker.packets_lost, 0u) << "the call went on";
}

TEST_F(MediaTest, FlippedBitsAreRejectedAndCounted) {
  MapAda();
  int flipped = 0;
  for (int i = 0; i < 60; ++i) {
    Step([&](Datagram& datagram) {
      if (IsRtp(datagram) && i % 3 == 0) {
        datagram[datagram.size() / 2] ^= 0x10;
        ++flipped;
      }
      return true;
    });
  }
  EXPECT_EQ(ben.Stats().rejected.authentication, static_cast<std::uint64_t>(flipped));
}

TEST_F(MediaTest, ReportedLossReachesTheSender) {
  MapAda();
  int at = 0;
  for (int i = 0; i < 150; ++i) {
    Step([&](Datagram& datagram) { return !IsRtp(datagram) || ++at % 5 != 0; });
  }
  EXPECT_NEAR(ada.Stats().reported_loss, 0.2, 0.05);
}

TEST_F(MediaTest, NumbersThatASuccessorLeavesOutAreNoLoss) {
  MapAda();
  for (int i = 0; i < 70; ++i) Step();
  const auto last = Sequence(static_cast<std::uint16_t>(65'530 + 70));
  ada.media.Succeed({{1000, 100'000}, 0xc000'0000}, Sequence(static_cast<std::uint16_t>(last.raw() + 200)));
  std::size_t reports = 0;
  for (int i = 0; i < 60; ++i) {
    Hum();
    const Instant next = ada.now + kBlockDuration;
    for (Datagram& datagram : ada.Tick(next)) ben.Receive(datagram);
    for (Datagram& datagram : ben.Tick(next)) {
      reports += IsRtp(datagram) ? 0 : 1;
      ada.Receive(datagram);
    }
  }
  EXPECT_GE(reports, 1u);
  EXPECT_EQ(ada.Stats().reported_loss, 0.0F);
}

TEST_F(MediaTest, SpeechEndsWithFiveSilenceFramesAndATimestampGap) {
  MapAda();
  for (int i = 0; i < 10; ++i) Step();
  std::vector<rtp::Header> headers;
  std::vector<Datagram> silent;
  const auto sealer = MakeSealer(0);
  const auto listen = [&](int ticks, bool humming) {
    for (int i = 0; i < ticks; ++i) {
      if (humming) Hum();
      for (Datagram& datagram : ada.Tick(ada.now + kBlockDuration)) {
        if (!IsRtp(datagram)) continue;
        const auto opened = sealer->OpenRtp(datagram);
        ASSERT_TRUE(opened.ok());
        headers.push_back(opened->header);
        if (opus::IsSilenceFrame(opened->payload)) silent.push_back(datagram);
      }
    }
  };
  listen(20, false);
  EXPECT_EQ(silent.size(), 5u);
  const std::size_t before = headers.size();
  listen(3, true);
  ASSERT_GT(headers.size(), before);
  const auto& last = headers[before - 1];
  const auto& first = headers[before];
  EXPECT_EQ(Distance(last.sequence, first.sequence), 1);
  EXPECT_GT(Distance(last.timestamp, first.timestamp), 10 * 960);
  EXPECT_EQ(Distance(last.timestamp, first.timestamp) % 960, 0);
}

TEST_F(MediaTest, ATickNeverAllocates) {
  MapAda();
  for (int i = 0; i < 20; ++i) Step();
  std::vector<Datagram> captured;
  for (int i = 0; i < 50; ++i) {
    Hum();
    const Instant next = ada.now + kBlockDuration;
    ada.now = ben.now = next;
    const test::AllocationGuard guard;
    ada.media.Tick(next, next, ada.outbox);
    const auto sending = guard.count();
    captured.clear();
    for (std::size_t at = 0; at < ada.outbox.size(); ++at) {
      const auto datagram = ada.outbox[at];
      captured.emplace_back(datagram.begin(), datagram.end());
    }
    ada.outbox.Clear();
    const test::AllocationGuard receiving;
    for (Datagram& datagram : captured) ben.media.HandleDatagram(datagram, Via::kPresent, next);
    ben.media.AfterDatagrams(next);
    ben.media.Tick(next, next, ben.outbox);
    EXPECT_EQ(sending, 0u);
    EXPECT_EQ(receiving.count(), 0u);
    ben.outbox.Clear();
  }
}

TEST_F(MediaTest, FramesOfTwoAndAHalfMillisecondsAllGoOut) {
  auto input = std::make_unique<player::OpusSource>();
  player::OpusSource* opus = input.get();
  ada.Do(command::SetInput{std::move(input)});
  int sent = 0;
  for (int i = 0; i < 50; ++i) {
    for (int j = 0; j < 8; ++j) EXPECT_TRUE(opus->Write(std::array<std::uint8_t, 3>{0xe0, 0x10, 0x20}));
    for (const Datagram& datagram : ada.Tick(ada.now + kBlockDuration)) sent += IsRtp(datagram) ? 1 : 0;
  }
  EXPECT_EQ(sent, 50 * 8);
}

TEST_F(MediaTest, ABacklogDrainsFourBlocksATick) {
  End eve(Ssrc(3), 0xe000'0000);
  auto input = std::make_unique<player::PcmSource>(kSampleRate, 2);
  player::PcmSource* queue = input.get();
  eve.Do(command::SetInput{std::move(input)});
  const auto tick = [&] {
    (void)queue->queue().Write(AudioBlock{});
    int sent = 0;
    for (const Datagram& datagram : eve.Tick(eve.now + kBlockDuration)) sent += IsRtp(datagram) ? 1 : 0;
    return sent;
  };
  for (int i = 0; i < 10; ++i) EXPECT_EQ(tick(), 0);
  eve.Do(command::Announced{});
  EXPECT_EQ(tick(), 4);
}

/// Ben's received callback, run by hand.
class CallbackTest : public MediaTest {
 protected:
  CallbackExchange exchange;

  void SetUp() override {
    MediaTest::SetUp();
    MapAda();
    ben.Do(command::SetCallbacks{true, false, &exchange});
    ben.Do(command::SetReceiveQueue{&queue});
    ben.Do(command::SetUser{kAda, {.gain = 1, .muted = false, .opus = false, .pcm = true}});
  }

  /// Serves every block on loan, setting all samples to `value`.
  int Serve(std::int16_t value, bool mute = false) {
    int served = 0;
    while (CallbackExchange::Slot* slot = exchange.Take()) {
      slot->samples.fill(static_cast<float>(value) / audio::kFullScale);
      slot->mute = mute;
      exchange.Finish(*slot, ben.now);
      ++served;
    }
    return served;
  }

  /// Blocks Ben has played, by what their middle sample is.
  int Played(std::int16_t value) {
    int count = 0;
    TakeEach(queue, [&](const ReceivedHead&, std::span<const std::uint8_t> bytes) {
      std::int16_t sample = 0;
      std::memcpy(&sample, bytes.data() + 1920, sizeof(sample));
      count += sample == value ? 1 : 0;
    });
    return count;
  }

  /// Blocks that were not silent.
  int PlayedAtAll() {
    int count = 0;
    TakeEach(queue, [&](const ReceivedHead&, std::span<const std::uint8_t>) { ++count; });
    return count;
  }

  ReceiveQueue queue;
};

TEST_F(CallbackTest, EditedSamplesArePlayed) {
  int served = 0;
  for (int i = 0; i < 60; ++i) {
    Step();
    served += Serve(1234);
  }
  EXPECT_GT(served, 50);
  EXPECT_GT(Played(1234), 45);
  EXPECT_EQ(ben.Stats().callbacks.late, 0u);
}

TEST_F(CallbackTest, LateBlocksPlayUneditedAndCount) {
  for (int i = 0; i < 60; ++i) Step();
  EXPECT_GT(ben.Stats().callbacks.late, 45u);
  EXPECT_EQ(Serve(1234), static_cast<int>(ben.Stats().callbacks.received - ben.Stats().callbacks.late));
}

TEST_F(CallbackTest, LateBlocksAreSilentUnderTheMutePolicy) {
  ben.Do(command::SetCallbackPolicy{UnfilteredPolicy::kMute, 40ms});
  for (int i = 0; i < 60; ++i) Step();
  EXPECT_EQ(PlayedAtAll(), 0) << "not one unchecked block is heard";
}

TEST_F(CallbackTest, AMutedBlockIsSilentAndALateOneKeepsThePreviousDecision) {
  for (int i = 0; i < 30; ++i) {
    Step();
    Serve(1234, true);
  }
  for (int i = 0; i < 20; ++i) Step();  // JavaScript is away
  EXPECT_LE(PlayedAtAll(), 3) << "only what played before the first decision";
}

TEST_F(CallbackTest, AStallOfAMinuteEndsInFreshBlocksNotInABacklog) {
  for (int i = 0; i < 3000; ++i) Step();
  EXPECT_LT(Serve(1), 10);
  Played(0);
  for (int i = 0; i < 30; ++i) {
    Step();
    Serve(1234);
  }
  EXPECT_GT(Played(1234), 20);
}

/// Runs the call for 20 s through a bad network with JavaScript that answers within two milliseconds. Both
/// ends tick on one media thread, up to 0.2 ms after their deadline; sockets are looked at every 2 ms.
double LateShareOver(const test::Impairment& impairment, End& ada, End& ben, CallbackExchange& exchange,
                     const std::function<void()>& hum) {
  test::NetworkEmulator<Datagram> network(impairment, 3);
  std::uint32_t wobble = 1;
  for (int ms = 0; ms < 20'000; ms += 2) {
    const Instant now = Instant(10s) + std::chrono::milliseconds(ms);
    ada.now = ben.now = now;
    if (ms % 20 == 0) {
      wobble = wobble * 1'664'525U + 1'013'904'223U;
      const Instant tick = now + std::chrono::microseconds(wobble % 200);
      hum();
      for (Datagram& datagram : ada.Tick(tick)) network.Send(tick, std::move(datagram));
      (void)ben.Tick(tick);
    } else {
      while (CallbackExchange::Slot* slot = exchange.Take()) exchange.Finish(*slot, now);
    }
    while (auto arrived = network.Receive(now)) ben.Receive(std::move(arrived->second));
  }
  const MediaStats& stats = ben.Stats();
  return static_cast<double>(stats.callbacks.late) / static_cast<double>(stats.callbacks.received);
}

TEST_F(CallbackTest, CapturedBlocksWakeJavaScriptAndAreSentEdited) {
  ada.Do(command::SetCallbacks{false, true, &exchange});
  int served = 0;
  for (int i = 0; i < 20; ++i) {
    Hum();
    (void)ada.media.TakeWake();
    (void)ada.Tick(ada.now + kBlockDuration);
    ASSERT_TRUE(ada.media.TakeWake());
    while (CallbackExchange::Slot* slot = exchange.Take()) {
      EXPECT_FALSE(slot->speaker.has_value());
      exchange.Finish(*slot, ada.now);
      ++served;
    }
  }
  EXPECT_EQ(served, 20);
  EXPECT_EQ(ada.Stats().callbacks.late, 0u);
}

TEST_F(CallbackTest, ADeafPlayersCallbackAndSubscriptionsGetNothing) {
  for (int i = 0; i < 30; ++i) {
    Step();
    Serve(1234);
  }
  ben.Do(command::SetSelfDeaf{true});
  Serve(1234);
  PlayedAtAll();
  int served = 0;
  for (int i = 0; i < 50; ++i) {
    Step();
    served += Serve(1234);
  }
  EXPECT_EQ(served, 0);
  EXPECT_EQ(PlayedAtAll(), 0);
  ben.Do(command::SetSelfDeaf{false});
  for (int i = 0; i < 50; ++i) {
    Step();
    served += Serve(1234);
  }
  EXPECT_GT(served, 40);
  EXPECT_GT(Played(1234), 35);
}

TEST_F(CallbackTest, RegisteringACallbackAgainTakesNoSlots) {
  for (std::size_t i = 0; i < 2 * CallbackExchange::kSlots; ++i) {
    ada.Do(command::SetCallbacks{true, true, &exchange});
    Hum();
    (void)ada.Tick(ada.now + kBlockDuration);
  }
  EXPECT_EQ(ada.Stats().callbacks.bypassed, 0u);
  EXPECT_GT(ada.Stats().callbacks.captured, CallbackExchange::kSlots);
}

TEST_F(CallbackTest, PromptJavaScriptIsNeverLateOnACleanNetwork) {
  EXPECT_EQ(LateShareOver({.delay = 5ms}, ada, ben, exchange, [this] { Hum(); }), 0.0);
}

TEST_F(CallbackTest, PromptJavaScriptIsHardlyEverLateUnderJitterAndLoss) {
  // a block behind a lost one goes on loan when the lost one plays: a whole tick before its own turn
  EXPECT_LT(
      LateShareOver({.delay = 60ms, .jitter = 20ms, .loss = 0.05}, ada, ben, exchange, [this] { Hum(); }),
      0.002);
}

}  // namespace SDKPP_TEST_FILE
}  // namespace sdkpp::session
