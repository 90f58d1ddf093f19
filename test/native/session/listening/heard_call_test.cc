// An agent in a call: sealed packets in, frames of those who sent them out.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "core/session/listening/ears.h"
#include "session/e2ee_scene.h"
#include "support/allocation_guard.h"

namespace sdkpp::session {
namespace SDKPP_TEST_FILE {

/// Ben's agent listens to everyone; Ada sends packets.
class HeardCallTest : public E2eeTest {
 protected:
  void SetUp() override {
    E2eeTest::SetUp();
    ben.Do(command::SetTurnPolicies{std::make_unique<TurnPolicies>(TurnPolicy{})});
    Listen(Listening::Whom::kEveryone);
    ben.Do(command::MapSsrc{kAdaSsrc, kAda, Speaker::Create(), {}});
  }

  void Listen(Listening::Whom whom, std::span<const UserId> users = {}) {
    ben.Do(command::SetListening{turns::EarRate::k16kHz,
                                 std::make_unique<Listening>(turns::EarRate::k16kHz, whom, users)});
  }

  /// One tick with a packet of Ada's. @returns the users of the frames that came
  std::vector<std::uint64_t> Heard(int ticks, bool speaking = true) {
    std::vector<std::uint64_t> users;
    for (int at = 0; at < ticks; ++at) {
      if (speaking) {
        EXPECT_TRUE(opus->Write(NextPacket()));
      }
      const Instant next = ada.now + kBlockDuration;
      for (Datagram& datagram : ada.Tick(next)) ben.Receive(datagram);
      (void)ben.Tick(next);
      TakeEach(queue, [&](const ReceivedHead& head, std::span<const std::uint8_t> bytes) {
        if (head.format != ReceivedFormat::kEar) return;
        EarRecord record;
        std::memcpy(&record, bytes.data(), sizeof(record));
        users.push_back(record.user);
      });
    }
    return users;
  }
};

TEST_F(HeardCallTest, FramesAreOfTheUserWhoSentThePackets) {
  ben.Do(command::DaveSetPassthrough{FrameDecryption::kForever});
  const auto users = Heard(50);
  EXPECT_GT(users.size(), 40u);
  for (const std::uint64_t user : users) EXPECT_EQ(user, kAda.raw());
}

TEST_F(HeardCallTest, AFrameThatNoKeyOfTheUserOpensIsNotHeard) {
  ben.Do(command::DaveInstallReceive{kAda, Receiver(1)});
  ben.Do(command::DaveSetPassthrough{Duration::zero()});
  AdaSendsWith(2);
  EXPECT_TRUE(Heard(50).empty());
  AdaSendsWith(1);
  EXPECT_GT(Heard(50).size(), 30u);
}

TEST_F(HeardCallTest, AUserWhosePacketsAreSubscribedToIsDecodedForTheAgent) {
  ben.Do(command::DaveSetPassthrough{FrameDecryption::kForever});
  MapAda();
  EXPECT_GT(Heard(50).size(), 40u);
}

TEST_F(HeardCallTest, ADeafBotHearsNothing) {
  ben.Do(command::DaveSetPassthrough{FrameDecryption::kForever});
  ben.Do(command::SetSelfDeaf{true});
  EXPECT_TRUE(Heard(50).empty());
}

TEST_F(HeardCallTest, NobodyIsHeardAnyMoreWhenListeningStops) {
  ben.Do(command::DaveSetPassthrough{FrameDecryption::kForever});
  EXPECT_FALSE(Heard(50).empty());
  ben.Do(command::SetListening{turns::EarRate::k16kHz, nullptr});
  EXPECT_TRUE(Heard(50).empty());
}

TEST_F(HeardCallTest, AUserWhoLeftIsHeardNoMore) {
  ben.Do(command::DaveSetPassthrough{FrameDecryption::kForever});
  EXPECT_FALSE(Heard(50).empty());
  ben.Do(command::UnmapUser{kAda});
  (void)Heard(15, false);
  EXPECT_TRUE(Heard(20, false).empty());
}

TEST_F(HeardCallTest, WhatListenedBeforeComesBackToBeFreed) {
  const auto freed = [&] {
    int count = 0;
    for (MediaEvent& each : ben.seen) {
      auto* retired = std::get_if<event::Retired>(&each);
      count += retired != nullptr && retired->listening ? 1 : 0;
    }
    return count;
  };
  EXPECT_EQ(freed(), 0);
  Listen(Listening::Whom::kNamed, std::vector{kAda});
  EXPECT_EQ(freed(), 1);
}

/// Ada is known, and has been silent for so long that her speaker was released.
class SilentUserTest : public HeardCallTest {
 protected:
  void SetUp() override {
    E2eeTest::SetUp();
    ben.Do(command::SetTurnPolicies{std::make_unique<TurnPolicies>(TurnPolicy{})});
    ben.Do(command::DaveSetPassthrough{FrameDecryption::kForever});
    ben.Do(command::MapSsrc{kAdaSsrc, kAda, nullptr, {}});
  }

  /// Ticks in which the JavaScript thread answers.
  void Answer(int ticks) {
    for (; ticks > 0; --ticks) {
      const int asked = ben.Count<event::SpareSpeakerNeeded>();
      (void)Heard(1, false);
      if (ben.Count<event::SpareSpeakerNeeded>() > asked) ben.Do(command::AddSpareSpeaker{Speaker::Create()});
    }
  }
  [[nodiscard]] int FreedSpeakers() {
    return static_cast<int>(std::ranges::count_if(ben.seen, [](const MediaEvent& each) {
      const auto* retired = std::get_if<event::Retired>(&each);
      return retired != nullptr && retired->speaker != nullptr;
    }));
  }
};

TEST_F(SilentUserTest, IsHeardAtOnceWhileNobodyMakesSpeakers) {
  Listen(Listening::Whom::kEveryone);
  Answer(10);
  EXPECT_EQ(ben.Count<event::SpareSpeakerNeeded>(), 2);
  EXPECT_GT(Heard(50).size(), 40u);
  EXPECT_EQ(ben.Count<event::SpeakerNeeded>(), 0);
  EXPECT_EQ(ben.Count<event::SpareSpeakerNeeded>(), 3) << "once, for the one that was taken";
}

TEST_F(SilentUserTest, GetsNoSpareWhenTheAgentListensToOthers) {
  Listen(Listening::Whom::kNamed, std::vector{UserId(99)});
  Answer(10);
  (void)Heard(5);
  EXPECT_EQ(ben.Count<event::SpeakerNeeded>(), 1);
}

TEST_F(SilentUserTest, AskedForInVainIsAskedForOnceASecond) {
  Listen(Listening::Whom::kEveryone);
  (void)Heard(120, false);
  EXPECT_EQ(ben.Count<event::SpareSpeakerNeeded>(), 3);
}

TEST_F(SilentUserTest, LeavesSparesThatGoWhenNobodyListensAnyMore) {
  Listen(Listening::Whom::kEveryone);
  Answer(10);
  ben.Do(command::AddSpareSpeaker{Speaker::Create()});
  EXPECT_EQ(FreedSpeakers(), 1) << "one too many";
  ben.Do(command::SetListening{turns::EarRate::k16kHz, nullptr});
  (void)Heard(2, false);
  EXPECT_EQ(FreedSpeakers(), 3);
  ben.Do(command::AddSpareSpeaker{Speaker::Create()});
  EXPECT_EQ(FreedSpeakers(), 4) << "too late";
  EXPECT_EQ(ben.Count<event::SpareSpeakerNeeded>(), 2);
}

TEST_F(HeardCallTest, ATickAllocatesNothing) {
  ben.Do(command::DaveSetPassthrough{FrameDecryption::kForever});
  (void)Heard(50);
  std::vector<Datagram> sent;
  for (int at = 0; at < 20; ++at) {
    ASSERT_TRUE(opus->Write(NextPacket()));
    for (Datagram& datagram : ada.Tick(ada.now + kBlockDuration)) sent.push_back(std::move(datagram));
  }
  Outbox outbox;
  Instant now = ben.now;
  const test::AllocationGuard guard;
  for (Datagram& datagram : sent) {
    now += kBlockDuration;
    ben.media.HandleDatagram(datagram, Via::kPresent, now);
    ben.media.AfterDatagrams(now);
    ben.media.Tick(now, now, outbox);
    outbox.Clear();
  }
  EXPECT_EQ(guard.count(), 0u);
}

}  // namespace SDKPP_TEST_FILE
}  // namespace sdkpp::session
