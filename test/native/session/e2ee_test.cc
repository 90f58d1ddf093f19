// End-to-end encryption of frames through both halves of Media.

#include <gtest/gtest.h>

#include <map>
#include <optional>
#include <vector>

#include "core/crypto/thread_state.h"
#include "core/dave/frame_layout.h"
#include "core/dave/frame_sealer.h"
#include "core/opus/packet.h"
#include "core/player/opus_source.h"
#include "core/session/media.h"
#include "dave/dave_support.h"
#include "session/e2ee_scene.h"
#include "support/allocation_guard.h"

namespace sdkpp::session {
namespace SDKPP_TEST_FILE {

using test::Bytes;
using test::MakeBase;

TEST_F(E2eeTest, SealedSpeechArrivesWithAKeyThatCameBeforeTheSsrc) {
  AdaSendsWith(1);
  ben.Do(command::DaveInstallReceive{kAda, Receiver(1)});
  MapAda();
  Steps(50);
  ASSERT_GE(wire.size(), 49u);
  for (const Sent& sent : wire) {
    EXPECT_TRUE(dave::ParseFrame(sent.payload).ok());
    EXPECT_EQ(sent.payload.size(), 5u + 12);
  }
  ASSERT_EQ(heard.size(), wire.size());
  EXPECT_EQ(heard[0], (Bytes{0xf8, 0x10, 0, 1, 0x20}));
  EXPECT_EQ(Counts().opened, heard.size());
  EXPECT_EQ(Counts().undecryptable, 0u);
  EXPECT_EQ(ben.Stats().remotes[0].speaker.packets_lost, 0u);
}

TEST_F(E2eeTest, PacketsOfAnUnknownSsrcStaySealedUntilTheyAreDrained) {
  AdaSendsWith(1);
  Steps(5);
  ben.Do(command::DaveInstallReceive{kAda, Receiver(1)});
  MapAda();
  Steps(5);
  EXPECT_EQ(heard.size(), 10u);
  EXPECT_EQ(Counts().opened, 10u);
}

TEST_F(E2eeTest, TheLargestOpusPacketFitsSealedToo) {
  ada.Do(command::DaveInstallSend{dave::FrameSealer::Create(1, MakeBase(1), 0xffff'fff0)});
  ada.Do(command::DaveExecuteSend{1});
  MapAda();
  ben.Do(command::DaveInstallReceive{kAda, Receiver(1)});
  Bytes packet(opus::kMaxPayload, 0x33);
  packet[0] = 0xf8;
  ASSERT_TRUE(opus->Write(packet));
  Step(false);
  ASSERT_EQ(wire.size(), 1u);
  EXPECT_EQ(wire[0].payload.size(), packet.size() + dave::kMaxOverhead);
  EXPECT_EQ(heard.size(), 0u) << "generation 255 of a new ratchet";

  Bytes first = packet;
  first = test::SealWith(*dave::FrameSealer::Create(1, MakeBase(1)), first);
  Inject(first);
  ASSERT_EQ(heard.size(), 1u);
  EXPECT_EQ(heard[0], packet);
}

TEST_F(E2eeTest, WithoutAKeyTheNewest200MsWaitAndTimestampsGoOn) {
  MapAda();
  Steps(10);
  ASSERT_EQ(wire.size(), 10u);
  ada.Do(command::DaveSendNothing{});
  Steps(50);
  EXPECT_EQ(wire.size(), 10u);
  AdaSendsWith(1);
  ben.Do(command::DaveInstallReceive{kAda, Receiver(1)});
  Steps(10);
  // 60 ticks before; the newest ten, and the ten that came while they drained
  ASSERT_EQ(wire.size(), 10u + 10 + 10);
  EXPECT_EQ(heard[10], (Bytes{0xf8, 0x10, 0, 51, 0x20}));
  EXPECT_EQ(heard.back(), (Bytes{0xf8, 0x10, 0, 70, 0x20}));
  for (std::size_t at = 1; at < wire.size(); ++at) {
    EXPECT_EQ(Distance(wire[at - 1].header.sequence, wire[at].header.sequence), 1);
    EXPECT_EQ(Distance(wire[at - 1].header.timestamp, wire[at].header.timestamp), at == 10 ? 41 * 960 : 960);
  }
}

TEST_F(E2eeTest, WhatWaitedWhenAllOfItWentStaleKeepsItsPlaceInTime) {
  MapAda();
  Steps(3);
  ada.Do(command::DaveSendNothing{});
  Steps(5);
  for (int i = 0; i < 30; ++i) Step(false);  // the speech, and the silence behind it, are too old by now
  ada.Do(command::DaveSendClear{});
  const std::size_t before = wire.size();
  ASSERT_EQ(before, 3u);
  Steps(3);
  ASSERT_EQ(wire.size(), before + 3);
  EXPECT_EQ(Distance(wire[2].header.timestamp, wire[3].header.timestamp), 36 * 960);
  EXPECT_EQ(Distance(wire[2].header.sequence, wire[3].header.sequence), 1);
}

TEST_F(E2eeTest, WhatWaitsForAKeyNeverGoesInTheClearBecauseOfAReset) {
  ada.Do(command::DaveSendNothing{});
  Steps(5);
  ada.Do(command::DaveReset{});
  for (int i = 0; i < 20; ++i) Step(false);
  for (const Sent& sent : wire) EXPECT_TRUE(opus::IsSilenceFrame(sent.payload));
  Steps(2);
  EXPECT_EQ(wire.back().payload[3], 7);
}

TEST_F(E2eeTest, AnUnknownRatchetLetsNothingLeaveInTheClear) {
  ada.Do(command::DaveInstallSend{dave::FrameSealer::Create(1, MakeBase(1))});
  ada.Do(command::DaveExecuteSend{2});
  Steps(5);
  EXPECT_TRUE(wire.empty());
  ada.Do(command::DaveExecuteSend{1});
  Steps(5);
  EXPECT_EQ(wire.size(), 10u) << "with what had waited";
  ada.Do(command::DaveExecuteSend{2});
  Steps(5);
  EXPECT_EQ(wire.size(), 15u) << "the one in use stays";
  for (const Sent& sent : wire) EXPECT_TRUE(dave::ParseFrame(sent.payload).ok());
}

TEST_F(E2eeTest, ARatchetThatIsUsedAgainGoesOnCounting) {
  AdaSendsWith(1);
  Steps(5);
  ada.Do(command::DaveSendClear{});
  Steps(5);
  ada.Do(command::DaveExecuteSend{1});
  Steps(5);
  ASSERT_EQ(wire.size(), 15u);
  for (std::size_t at = 0; at < 15; ++at) {
    const auto layout = dave::ParseFrame(wire[at].payload);
    ASSERT_EQ(layout.ok(), at < 5 || at >= 10);
    if (layout.ok()) {
      EXPECT_EQ(layout->nonce, at < 5 ? at + 1 : at - 4);
    }
  }
}

TEST_F(E2eeTest, FramesThatDoNotOpenAreConcealedButCountAsReceived) {
  pcm = true;
  MapAda();
  ben.Do(command::DaveInstallReceive{kAda, Receiver(1)});
  ben.Do(command::DaveSetPassthrough{Duration::zero()});
  AdaSendsWith(1);
  Steps(50);
  AdaSendsWith(2);  // Ben has no key of that epoch
  Steps(150);
  EXPECT_EQ(heard.size(), 50u);
  EXPECT_EQ(Counts().undecryptable, 150u);
  EXPECT_EQ(ada.Stats().reported_loss, 0.0F) << "nothing was lost on the way";
  EXPECT_GT(ben.Stats().remotes[0].speaker.concealed_samples, 0u);
  EXPECT_EQ(ben.Stats().packets_received, 200u);
}

TEST_F(E2eeTest, ACopyOfAFrameThatDidNotOpenIsNotPlayed) {
  MapAda();
  ben.Do(command::DaveSetPassthrough{Duration::zero()});
  const Bytes packet = NextPacket();
  Inject(packet);
  --injected;  // the same RTP packet under another transport counter, now that frames in the clear pass
  ben.Do(command::DaveSetPassthrough{FrameDecryption::kForever});
  Inject(packet);
  EXPECT_TRUE(heard.empty());
  const MediaStats& stats = ben.Stats();
  EXPECT_EQ(stats.rejected.duplicate, 1u);
  EXPECT_EQ(stats.remotes[0].speaker.packets_duplicate, 1u);
  EXPECT_EQ(stats.remotes[0].speaker.played_samples, 0u);
}

/// Opus that looks like a protocol frame by chance.
const Bytes kLooksSealed{0xf8, 1, 2, 3, 4, 5, 6, 7, 8, 9, 0x05, 12, 0xfa, 0xfa};

TEST_F(E2eeTest, FramesAreNotInspectedWithoutEncryption) {
  ASSERT_TRUE(dave::ParseFrame(kLooksSealed).ok());
  MapAda();
  Inject(kLooksSealed);
  ASSERT_EQ(heard.size(), 1u);
  EXPECT_EQ(heard[0], kLooksSealed);
  EXPECT_EQ(Counts().passthrough, 0u);

  const auto look = [&](auto command) {
    ben.Do(std::move(command));
    const std::size_t before = heard.size();
    Inject(kLooksSealed);
    return heard.size() == before;
  };
  EXPECT_TRUE(look(command::DaveSendNothing{}));
  EXPECT_FALSE(look(command::DaveSendClear{}));
  EXPECT_TRUE(look(command::DaveSetPassthrough{1h}));
  EXPECT_FALSE(look(command::DaveSetPassthrough{FrameDecryption::kForever}));
  EXPECT_FALSE(look(command::DaveInstallSend{dave::FrameSealer::Create(7, MakeBase(7))}));
  EXPECT_TRUE(look(command::DaveExecuteSend{7}));
  EXPECT_FALSE(look(command::DaveReset{}));
  EXPECT_TRUE(look(command::DaveInstallReceive{kBen, Receiver(3)})) << "a key of any user";
  EXPECT_TRUE(look(command::DaveExpireReceive{kBen}));
  Wait(11s);
  Inject(kLooksSealed);
  EXPECT_EQ(heard.back(), kLooksSealed) << "the last ratchet is over";
}

TEST_F(E2eeTest, BothEpochsOpenWhileTheSenderChanges) {
  MapAda();
  AdaSendsWith(1);
  ben.Do(command::DaveInstallReceive{kAda, Receiver(1)});
  Steps(10);
  ben.Do(command::DaveInstallReceive{kAda, Receiver(2)});
  Steps(10);
  AdaSendsWith(2);
  Steps(10);
  EXPECT_EQ(heard.size(), 30u);
  EXPECT_EQ(Counts().opened, 30u);
  EXPECT_EQ(Counts().late_epoch, 10u);
  Wait(10s);
  Inject(test::SealWith(*dave::FrameSealer::Create(1, MakeBase(1), 500), NextPacket()));
  EXPECT_EQ(Counts().undecryptable, 1u);
}

TEST_F(E2eeTest, CountsStayWithTheUserAcrossSsrcsAndSpeakers) {
  MapAda();
  AdaSendsWith(1);
  ben.Do(command::DaveInstallReceive{kAda, Receiver(1)});
  Steps(10);
  MapAda(Ssrc(1001));
  Wait(2s);
  ASSERT_EQ(ben.Stats().remotes.size(), 1u);
  EXPECT_EQ(ben.Stats().remotes[0].ssrc, Ssrc(1001));
  EXPECT_EQ(Counts().opened, 10u);
  Wait(61s);
  EXPECT_EQ(Counts().opened, 10u);
}

TEST_F(E2eeTest, ClosingThePathKeepsTheKeysAndResettingDoesNot) {
  MapAda();
  AdaSendsWith(1);
  ben.Do(command::DaveInstallReceive{kAda, Receiver(1)});
  Steps(5);
  for (End* end : {&ada, &ben}) {
    end->Do(command::ClosePath{});
    end->Do(command::OpenPath{end == &ada ? kAdaSsrc : kBenSsrc});
    end->Do(command::SetKey{MakeSealer(end == &ada ? 0xc100'0000 : 0xd100'0000)});
  }
  ada.Do(command::Announced{});
  MapAda();
  Steps(5);
  EXPECT_EQ(heard.size(), 10u);
  EXPECT_EQ(dave::ParseFrame(wire.back().payload)->nonce, 10u) << "and the counter";

  ada.Do(command::DaveReset{});
  ben.Do(command::DaveReset{});
  Steps(5);
  EXPECT_EQ(heard.size(), 15u);
  EXPECT_EQ(wire.back().payload, heard.back()) << "in the clear, as at first";
  EXPECT_EQ(Counts().opened, 10u);
}

TEST_F(E2eeTest, ThirtySixFailuresInARowOverThreeSecondsAreReported) {
  MapAda();
  ben.Do(command::DaveSetPassthrough{Duration::zero()});
  Steps(150);
  EXPECT_EQ(ben.Count<event::Undecryptable>(), 0);
  Steps(1);
  ASSERT_EQ(ben.Count<event::Undecryptable>(), 1);
  Steps(150);
  EXPECT_EQ(ben.Count<event::Undecryptable>(), 1);
  Steps(1);
  EXPECT_EQ(ben.Count<event::Undecryptable>(), 2);
  for (const MediaEvent& each : ben.seen) {
    if (const auto* failed = std::get_if<event::Undecryptable>(&each)) {
      EXPECT_EQ(failed->user, kAda);
    }
  }
  Steps(140);
  ben.Do(command::DaveInstallReceive{kAda, Receiver(1)});
  Steps(140);
  EXPECT_EQ(ben.Count<event::Undecryptable>(), 2) << "a new ratchet starts the count over";
}

TEST_F(E2eeTest, EveryObjectIsReturnedToBeFreed) {
  for (std::uint8_t epoch = 1; epoch <= 5; ++epoch) {
    AdaSendsWith(epoch);
    ben.Do(command::DaveInstallReceive{kAda, Receiver(epoch)});
    ben.Do(command::DaveInstallReceive{UserId(100u + epoch), Receiver(epoch)});
    Steps(2);
  }
  ada.Do(command::DaveInstallSend{dave::FrameSealer::Create(9, MakeBase(9))});
  ada.Do(command::DaveInstallSend{dave::FrameSealer::Create(10, MakeBase(10))});
  ada.Do(command::DaveReset{});
  ben.Do(command::DaveReset{});
  Steps(10);
  int sealers = 0;
  for (const MediaEvent& each : ada.seen) {
    const auto* retired = std::get_if<event::Retired>(&each);
    if (retired != nullptr && retired->frame_sealer) ++sealers;
  }
  EXPECT_EQ(sealers, 7);
  int piles = 0;
  for (const MediaEvent& each : ben.seen) {
    const auto* retired = std::get_if<event::Retired>(&each);
    if (retired != nullptr && !retired->receive_ratchets.empty()) ++piles;
  }
  EXPECT_EQ(piles, 1) << "ten in one event";
}

TEST_F(E2eeTest, EncryptionNeverAllocatesOnTheMediaThread) {
  MapAda();
  constexpr int kTicks = 300;
  std::vector<std::unique_ptr<dave::FrameSealer>> sealers;
  std::vector<std::unique_ptr<dave::ReceiveRatchet>> ratchets;
  for (std::uint8_t epoch = 1; epoch <= 6; ++epoch) {
    sealers.push_back(dave::FrameSealer::Create(epoch, MakeBase(epoch)));
    ratchets.push_back(Receiver(epoch));
  }
  ben.Do(command::DaveInstallReceive{kAda, Receiver(50)});
  crypto::PrepareThread();
  std::uint64_t allocations = 0;
  std::vector<Datagram> sent;
  for (int tick = 0; tick < kTicks; ++tick) {
    ASSERT_TRUE(opus->Write(NextPacket()));
    const Instant next = ada.now + kBlockDuration;
    ada.now = ben.now = next;
    const auto at = static_cast<std::size_t>(tick / 50);
    const bool installs = tick % 50 == 5 && at < 5;  // never a key of the last epoch
    MediaCommand send = command::DaveInstallSend{std::move(sealers[at])};
    MediaCommand receive = command::DaveInstallReceive{kAda, std::move(ratchets[at])};
    {
      const test::AllocationGuard guard;
      if (tick % 50 == 10) {
        ada.media.HandleCommand(std::move(send), next);
        ada.media.HandleCommand(command::DaveExecuteSend{static_cast<dave::RatchetId>(at + 1)}, next);
      }
      if (installs) ben.media.HandleCommand(std::move(receive), next);
      if (tick % 50 == 30) ada.media.HandleCommand(command::DaveSendNothing{}, next);
      if (tick % 50 == 45) ada.media.HandleCommand(command::DaveSendClear{}, next);
      if (tick == 280) ben.media.HandleCommand(command::DaveReset{}, next);
      ada.media.Tick(next, next, ada.outbox);
      allocations += guard.count();
    }
    if (tick % 50 != 10) sealers[at] = std::move(std::get<command::DaveInstallSend>(send).sealer);
    if (!installs) ratchets[at] = std::move(std::get<command::DaveInstallReceive>(receive).ratchet);
    sent.clear();
    for (std::size_t i = 0; i < ada.outbox.size(); ++i)
      sent.emplace_back(ada.outbox[i].begin(), ada.outbox[i].end());
    ada.outbox.Clear();
    const test::AllocationGuard guard;
    for (Datagram& datagram : sent) ben.media.HandleDatagram(datagram, Via::kPresent, next);
    ben.media.AfterDatagrams(next);
    ben.media.Tick(next, next, ben.outbox);
    allocations += guard.count();
    ben.outbox.Clear();
    ada.Drain();
    ben.Drain();
    Collect();
  }
  EXPECT_EQ(allocations, 0u);
  EXPECT_EQ(Counts().opened, 5u * 20);
  EXPECT_EQ(Counts().undecryptable, 20u);
}

TEST(FrameDecryptionTest, MoreUsersThanPlaces) {
  SpscRing<MediaEvent> ring(EventSink::kCapacity);
  EventSink events(ring);
  FrameDecryption decryption;
  Instant now{1h};
  const auto opens = [&](std::uint64_t user) {
    const Bytes frame = test::SealWith(*dave::FrameSealer::Create(1, MakeBase(1), user), {1, 2, 3, 4});
    return decryption.Open(now, UserId(user), frame, events).has_value();
  };
  for (std::uint64_t user = 1; user <= FrameDecryption::kUsers + 1; ++user)
    decryption.Install(now, UserId(user), Receiver(1));
  EXPECT_TRUE(opens(1));
  EXPECT_TRUE(opens(FrameDecryption::kUsers));
  EXPECT_FALSE(opens(FrameDecryption::kUsers + 1)) << "no place";
  EXPECT_EQ(decryption.StatsOf(UserId(FrameDecryption::kUsers + 1)).undecryptable, 0u);
  const Bytes clear{0xf8, 9, 9};
  EXPECT_TRUE(decryption.Open(now, UserId(9999), clear, events)) << "passthrough applies to every user";
  decryption.SetPassthrough(now, Duration::zero());
  EXPECT_FALSE(decryption.Open(now, UserId(9999), clear, events));

  decryption.Expire(now, UserId(7));
  now += 11s;
  decryption.Sweep(now, events);
  decryption.Install(now, UserId(5000), Receiver(1));
  EXPECT_TRUE(opens(5000)) << "in the place of the one without ratchets";
  EXPECT_FALSE(opens(7));
  EXPECT_EQ(decryption.StatsOf(UserId(7)).opened, 0u);
  EXPECT_EQ(decryption.StatsOf(UserId(1)).opened, 1u);
}

TEST(FrameDecryptionTest, RetiredRatchetsWaitWhileJavaScriptIsStalled) {
  SpscRing<MediaEvent> ring(EventSink::kCapacity);
  EventSink events(ring);
  while (events.OfferState(event::InputDetected{true})) {
  }
  FrameDecryption decryption;
  const Instant now{1h};
  for (int round = 0; round < 1000; ++round) {
    decryption.Install(now, UserId(1),
                       dave::ReceiveRatchet::Create(static_cast<dave::RatchetId>(round), MakeBase(1)));
    decryption.Sweep(now, events);
  }
  EXPECT_EQ(ring.size(), EventSink::kCapacity - EventSink::kReserved);
  while (ring.Pop()) {
  }
  decryption.Sweep(now, events);
  ASSERT_EQ(ring.size(), 1u);
  EXPECT_FALSE(std::get<event::Retired>(*ring.Pop()).receive_ratchets.empty());
}

}  // namespace SDKPP_TEST_FILE
}  // namespace sdkpp::session
