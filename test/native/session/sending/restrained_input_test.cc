// What a session asks of its input, and whether the others hear it.
#include <gtest/gtest.h>

#include <memory>
#include <utility>

#include "core/player/player.h"
#include "core/player/tap.h"
#include "core/session/sending/sending.h"
#include "session/media_end.h"
#include "support/tone.h"

namespace sdkpp::session {
namespace SDKPP_TEST_FILE {

class Humming final : public player::Source {
 public:
  player::SourceBlock Next() noexcept override {
    block_ = tone_.Block();
    return {.kind = player::SourceBlock::Kind::kPcm, .pcm = block_};
  }

 private:
  test::Tone tone_{440};
  AudioBlock block_{};
};

class RestrainedInput : public testing::Test {
 protected:
  RestrainedInput() {
    sending.talker().Apply(command::SetAudioMode{AudioMode::kContinuous}, now);
    sending.Start(kAdaSsrc);
  }
  void Tick(int count) {
    for (; count > 0; --count) {
      now += kBlockDuration;
      sending.Tick(now, now, sealer.get(), outbox, events);
      outbox.Clear();
    }
  }

  std::unique_ptr<rtp::Sealer> sealer = MakeSealer(1);
  Reserve reserve{std::size_t{512} * 1024};
  SpscRing<MediaEvent> ring{EventSink::kCapacity};
  EventSink events{ring};
  ConnectionStats stats;
  Sending sending{Talker::Create({}), Sequence(1), RtpTimestamp(1), 0, stats, reserve};
  Outbox outbox;
  Instant now{10s};
};

TEST_F(RestrainedInput, StaysDuckedWhenTheSamePlayerIsTheInputAgain) {
  const auto player = player::Player::Create({.complexity = 0});
  (void)sending.SetInput(std::make_unique<player::Tap>(player->frames()), 1);
  sending.Restrain({.gain = 0.1F});
  auto before = sending.SetInput(std::make_unique<player::Tap>(player->frames()), 2);
  EXPECT_EQ(player->frames()->wish(), 0.1F);
  before.reset();
  EXPECT_EQ(player->frames()->wish(), 0.1F);
  (void)sending.SetInput(nullptr, 3);
  EXPECT_EQ(player->frames()->wish(), 1);
}

TEST_F(RestrainedInput, DoesNotPlayBeforeTheAnnouncement) {
  (void)sending.SetInput(std::make_unique<Humming>(), 1);
  Tick(10);
  EXPECT_FALSE(sending.playing());
  EXPECT_EQ(stats.packets_sent, 0u);
  sending.Announced();
  Tick(20);
  EXPECT_TRUE(sending.playing());
}

TEST_F(RestrainedInput, DoesNotPlayWithoutAKeyForFrames) {
  sending.Announced();
  (void)sending.SetInput(std::make_unique<Humming>(), 1);
  Tick(10);
  EXPECT_TRUE(sending.playing());
  sending.encryption().SendNothing();
  Tick(1);
  EXPECT_FALSE(sending.playing());
  Tick(100);
  EXPECT_FALSE(sending.playing());
  sending.encryption().SendClear();
  Tick(20);
  EXPECT_TRUE(sending.playing());
}

}  // namespace SDKPP_TEST_FILE
}  // namespace sdkpp::session
