// Received sound has times on one clock, whatever happens to its stream.
#include <gtest/gtest.h>

#include <vector>

#include "core/session/receiving/block_time.h"
#include "core/session/receiving/sound_clock.h"
#include "core/session/receiving/stream_time.h"
#include "session/e2ee_scene.h"

namespace sdkpp::session {
namespace SDKPP_TEST_FILE {

TEST(SoundClock, CountsFromItsFirstStart) {
  SoundClock clock;
  EXPECT_EQ(clock.At(Instant(5s)), 0u);
  clock.Start(Instant(10s));
  clock.Start(Instant(20s));
  EXPECT_EQ(clock.At(Instant(9s)), 0u);
  EXPECT_EQ(clock.At(Instant(10s + 20ms)), 960u);
  EXPECT_EQ(clock.At(Instant(100h)), (100ull * 3600 - 10) * kSampleRate);
}

TEST(StreamTime, FollowsTheTimestampsOfAStream) {
  StreamTime time;
  time.Begin(0);
  EXPECT_EQ(time.Place(RtpTimestamp(0xffff'ff00), 48'000), 48'000u);
  EXPECT_EQ(time.Place(RtpTimestamp(0xffff'ff00 + 960), 49'500), 48'960u) << "late, and over the wrap";
  EXPECT_EQ(time.Place(RtpTimestamp(0xffff'ff00 + 2880), 51'600), 50'880u);
  EXPECT_EQ(time.Place(RtpTimestamp(0xffff'ff00 + 1920), 51'700), 49'920u) << "one that was overtaken";
  EXPECT_EQ(time.Place(RtpTimestamp(0xffff'ff00 + 3840), 51'900), 51'840u);
}

TEST(StreamTime, KeepsPausesThatTheSenderCountsAndThatItDoesNot) {
  StreamTime time;
  time.Begin(0);
  (void)time.Place(RtpTimestamp(0), 1000);
  EXPECT_EQ(time.Place(RtpTimestamp(480'000), 481'100), 481'000u);
  EXPECT_EQ(time.Place(RtpTimestamp(480'960), 961'100), 961'100u) << "ten seconds later, by its arrival";
  EXPECT_EQ(time.Place(RtpTimestamp(7), 962'060), 962'060u) << "it started over";
  EXPECT_EQ(time.Place(RtpTimestamp(967), 963'040), 963'020u);
}

TEST(StreamTime, NeverGoesBackBehindWhatWasThereBefore) {
  StreamTime time;
  time.Begin(5000);
  EXPECT_EQ(time.Place(RtpTimestamp(9), 4000), 5000u);
  EXPECT_EQ(time.end(), 5960u);
  EXPECT_EQ(time.Place(RtpTimestamp(0x8000'0000), 4500), 5000u);
}

TEST(StreamTime, LosesTheJitterOfTheFirstPacketSlowlyOrInAPause) {
  StreamTime time;
  time.Begin(0);
  EXPECT_EQ(time.Place(RtpTimestamp(0), 1400), 1400u);
  EXPECT_EQ(time.Place(RtpTimestamp(960), 1960), 2356u) << "0.4 % faster";
  EXPECT_EQ(time.Place(RtpTimestamp(961), 1961), 2357u) << "and not back";
  EXPECT_EQ(time.Place(RtpTimestamp(1921), 3300), 3313u) << "the fastest counts";
  EXPECT_EQ(time.Place(RtpTimestamp(10'000), 11'300), 11'000u);
}

TEST(StreamTime, DoesNotBelieveTheFirstPacketsBehindAPause) {
  StreamTime time;
  time.Begin(0);
  for (std::uint32_t i = 0; i < 200; ++i) (void)time.Place(RtpTimestamp(i * 960), i * 960);
  std::uint32_t at = 480'000;
  for (int i = 0; i < 80; ++i, at += 960) EXPECT_EQ(time.Place(RtpTimestamp(at), at + 400), at);
  for (int i = 0; i < 400; ++i, at += 960) (void)time.Place(RtpTimestamp(at), at + 400);
  EXPECT_EQ(time.Place(RtpTimestamp(at), at + 400), at + 400);
}

TEST(BlockTime, LeavesOutTheDelayOfTheListener) {
  BlockTime time;
  time.Begin(500);
  EXPECT_EQ(time.Place(400, 3000), 500u) << "nothing lies before the stream";
  EXPECT_EQ(time.Place(1360, 3960), 1360u);
  EXPECT_EQ(time.Place(2800, 4920), 2800u) << "the jitter buffer left out ten milliseconds";
  EXPECT_EQ(time.Place(2700, 5880), 2800u) << "nothing goes back";
  EXPECT_EQ(time.Place(3'000'000, 6840), 3660u) << "the sender started over, the sound before it goes on";
  EXPECT_EQ(time.Place(-3'000'000, 7800), 4620u);
  EXPECT_EQ(time.end(), 5580u);
}

/// Ben has subscribed to Ada's packets and blocks, and to the mix.
class ReceivedTimesTest : public E2eeTest {
 protected:
  void SetUp() override {
    pcm = true;
    E2eeTest::SetUp();
    ben.Do(command::DaveSetPassthrough{FrameDecryption::kForever});
    ben.Do(command::SetOutput{std::make_unique<QueueOutput>(queue)});
    MapAda();
  }

  struct Times {
    std::vector<std::uint64_t> packets, blocks, mix;
  };
  /// Of what came since the last call. Speech and silence as `speaking` says, 20 ms each.
  Times Listen(int count, bool speaking = true) {
    Times times;
    for (int i = 0; i < count; ++i) {
      if (speaking) {
        EXPECT_TRUE(opus->Write(NextPacket()));
      }
      const Instant next = ada.now + kBlockDuration;
      for (Datagram& datagram : ada.Tick(next)) ben.Receive(datagram);
      (void)ben.Tick(next);
      TakeEach(queue, [&](const ReceivedHead& head, auto) {
        if (head.format == ReceivedFormat::kOpus) times.packets.push_back(head.time);
        if (head.format == ReceivedFormat::kPcm) times.blocks.push_back(head.time);
        if (head.format == ReceivedFormat::kMix) times.mix.push_back(head.time);
      });
    }
    return times;
  }
  static void ExpectEvery(const std::vector<std::uint64_t>& times, std::uint64_t step) {
    for (std::size_t i = 1; i < times.size(); ++i) EXPECT_EQ(times[i], times[i - 1] + step) << i;
  }
};

TEST_F(ReceivedTimesTest, BlocksPacketsAndTheMixShareOneClock) {
  const Times times = Listen(50);
  ASSERT_EQ(times.packets.size(), 50u);
  ASSERT_EQ(times.mix.size(), 50u);
  ASSERT_GT(times.blocks.size(), 30u);
  ExpectEvery(times.packets, 960);
  ExpectEvery(times.blocks, 960);
  ExpectEvery(times.mix, 960);
  EXPECT_LT(times.blocks.back(), times.mix.back()) << "the mix has the time at which it plays";
  EXPECT_NEAR(static_cast<double>(times.packets.back() - times.blocks.back()),
              static_cast<double>((times.mix.size() - times.blocks.size()) * 960), 960);
  EXPECT_NEAR(static_cast<double>(times.packets.back()), static_cast<double>(times.mix.back()), 960);
}

TEST_F(ReceivedTimesTest, PausesAreKept) {
  const Times first = Listen(50);
  (void)Listen(500, false);
  const Times second = Listen(50);
  EXPECT_NEAR(static_cast<double>(second.packets.front() - first.packets.back()), 501 * 960.0, 960);
  EXPECT_GE(second.blocks.front() - first.blocks.back(), 495 * 960u);
}

TEST_F(ReceivedTimesTest, NothingGoesBackOverANewSsrcAndAMove) {
  const Times before = Listen(30);
  ada.Do(command::OpenPath{Ssrc(1001)});
  ada.Do(command::Announced{});
  MapAda(Ssrc(1001));
  const Times renamed = Listen(30);
  ASSERT_FALSE(renamed.packets.empty());
  EXPECT_GT(renamed.packets.front(), before.packets.back());
  ben.Do(command::ClosePath{});
  ben.Do(command::OpenPath{kBenSsrc});
  ben.Do(command::SetKey{MakeSealer(0xd100'0000)});
  MapAda(Ssrc(1001));
  const Times moved = Listen(30);
  ASSERT_FALSE(moved.packets.empty());
  EXPECT_GT(moved.packets.front(), renamed.packets.back());
  EXPECT_EQ(moved.mix.front(), renamed.mix.back() + 960);
}

}  // namespace SDKPP_TEST_FILE
}  // namespace sdkpp::session
