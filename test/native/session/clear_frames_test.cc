// Frames in the clear where end-to-end encryption begins or ends, through both halves of Media.

#include <gtest/gtest.h>

#include "core/dave/frame_layout.h"
#include "core/dave/frame_sealer.h"
#include "session/e2ee_scene.h"

namespace sdkpp::session {
namespace SDKPP_TEST_FILE {

class ClearFrames : public E2eeTest {
 protected:
  /// Forty packets of Ada wait to be played; Ben accepts them for two seconds.
  void QueueClearFrames() {
    MapAda();
    ben.Do(command::DaveInstallReceive{kAda, Receiver(1)});
    ben.Do(command::SetUser{kAda, {.pcm = true}});
    ben.Do(command::DaveSendNothing{});
    ben.Do(command::DaveSetPassthrough{2s});
    InjectAhead();
  }
  /// Packets of 20 ms that arrive at once.
  void InjectAhead() {
    for (int i = 0; i < 40; ++i) Inject(NextPacket());
  }
};

TEST_F(ClearFrames, OwnSilenceIsSealedAndThatOfOthersPassesInTheClear) {
  AdaSendsWith(1);
  MapAda();
  ben.Do(command::DaveInstallReceive{kAda, Receiver(1)});
  ben.Do(command::DaveSetPassthrough{Duration::zero()});
  Steps(10);
  const std::size_t spoken = wire.size();
  for (int i = 0; i < 20; ++i) Step(false);
  ASSERT_EQ(wire.size(), spoken + 5);
  ASSERT_EQ(heard.size(), wire.size());
  for (std::size_t at = spoken; at < wire.size(); ++at) {
    EXPECT_TRUE(dave::ParseFrame(wire[at].payload).ok());
    EXPECT_TRUE(opus::IsSilenceFrame(heard[at]));
  }
  const Bytes silence(opus::kSilenceFrame.begin(), opus::kSilenceFrame.end());
  Inject(silence);
  EXPECT_EQ(heard.back(), silence);
  EXPECT_EQ(heard.size(), wire.size() + 1);
  EXPECT_EQ(Counts().undecryptable, 0u);
  EXPECT_EQ(Counts().passthrough, 0u);
}

TEST_F(ClearFrames, WithinABoundedPassthroughAUsersClearFramesEndWithItsFirstOpenedFrame) {
  BenTakesClearFramesFor(2s);
  Steps(3);
  EXPECT_EQ(heard.size(), 3u);
  AdaSendsWith(1);
  Steps(3);
  EXPECT_EQ(heard.size(), 6u);
  ada.Do(command::DaveSendClear{});
  Steps(3);
  EXPECT_EQ(heard.size(), 6u) << "in the clear behind a frame that opened";
  EXPECT_EQ(Counts().undecryptable, 3u);
  ben.Do(command::DaveSetPassthrough{FrameDecryption::kForever});
  Steps(3);
  EXPECT_EQ(heard.size(), 9u) << "without end they pass";
  AdaSendsWith(1);
  Steps(1);
  ada.Do(command::DaveSendClear{});
  Steps(1);
  EXPECT_EQ(heard.size(), 11u);
}

TEST_F(ClearFrames, WhatWaitsInTheClearIsNotPlayedOnceClearFramesEnd) {
  QueueClearFrames();
  Wait(200ms);
  const auto played = [&] { return ben.Stats().remotes[0].speaker.played_samples; };
  ASSERT_GT(played(), 0u);
  ben.Do(command::DaveSetPassthrough{Duration::zero()});
  const std::uint64_t before = played();
  Wait(1s);
  EXPECT_EQ(played(), before);

  ben.Do(command::DaveSetPassthrough{500ms});
  InjectAhead();
  Wait(480ms);
  ASSERT_GT(played(), before) << "while they may";
  Wait(40ms);
  const std::uint64_t until = played();
  Wait(1s);
  EXPECT_EQ(played(), until) << "their time is up";
}

TEST_F(ClearFrames, WhatWaitsInTheClearIsNotPlayedBehindTheFirstFrameThatOpens) {
  QueueClearFrames();
  Inject(test::SealWith(*dave::FrameSealer::Create(1, MakeBase(1)), NextPacket()));
  Wait(1s);
  EXPECT_LE(ben.Stats().remotes[0].speaker.played_samples, 20u * 960)
      << "one packet and its concealment, not forty";
}

TEST_F(ClearFrames, PassthroughEndsWhenItsTimeIsUp) {
  BenTakesClearFramesFor(1s);
  Steps(50);
  EXPECT_EQ(heard.size(), 50u);
  Steps(50);
  EXPECT_EQ(heard.size(), 50u);
  EXPECT_EQ(Counts().passthrough, 50u);
  EXPECT_EQ(Counts().undecryptable, 50u);
  ben.Do(command::DaveSetPassthrough{FrameDecryption::kForever});
  Steps(10);
  EXPECT_EQ(heard.size(), 60u);
}

}  // namespace SDKPP_TEST_FILE
}  // namespace sdkpp::session
