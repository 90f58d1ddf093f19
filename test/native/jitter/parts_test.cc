#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <memory>
#include <random>
#include <vector>

#include "core/jitter/block_queue.h"
#include "core/jitter/concealment_fade.h"
#include "core/jitter/delay_estimator.h"
#include "core/jitter/packet_buffer.h"
#include "core/jitter/play_line.h"
#include "core/jitter/playout_pace.h"
#include "core/jitter/speaking_detector.h"
#include "core/jitter/stream_front.h"
#include "core/jitter/stream_guard.h"
#include "core/jitter/time_stretcher.h"
#include "support/noise.h"
#include "support/sound.h"
#include "support/tone.h"

namespace sdkpp::test {
namespace SDKPP_TEST_FILE {

using namespace std::chrono_literals;
using namespace sdkpp::jitter;

std::unique_ptr<Packet> PacketAt(std::int64_t sequence, std::int64_t timestamp = 0) {
  auto packet = std::make_unique<Packet>();
  packet->sequence = sequence;
  packet->timestamp = timestamp;
  packet->samples = 960;
  packet->size = 3;
  return packet;
}

TEST(PacketBuffer, KeepsOrderAndRejectsDuplicates) {
  PacketBuffer packets;
  for (const std::int64_t sequence : {5, 3, 9, 4}) {
    EXPECT_EQ(packets.Insert(*PacketAt(sequence)), PacketBuffer::Inserted::kNew);
  }
  EXPECT_EQ(packets.Insert(*PacketAt(9)), PacketBuffer::Inserted::kDuplicate);
  for (const std::int64_t sequence : {3, 4, 5, 9}) {
    ASSERT_NE(packets.First(), nullptr);
    EXPECT_EQ(packets.First()->sequence, sequence);
    packets.Drop(sequence);
  }
  EXPECT_EQ(packets.First(), nullptr);
}

TEST(PacketBuffer, PushesTheOldestOut) {
  PacketBuffer packets;
  for (std::int64_t sequence = -30; sequence < 70; ++sequence) (void)packets.Insert(*PacketAt(sequence));
  EXPECT_EQ(packets.size(), 64U);
  EXPECT_EQ(packets.First()->sequence, 6);
  EXPECT_EQ(packets.pushed_out(), 36U);
  EXPECT_EQ(packets.Insert(*PacketAt(5)), PacketBuffer::Inserted::kBehind);
  EXPECT_EQ(packets.Insert(*PacketAt(5000)), PacketBuffer::Inserted::kNew);
  EXPECT_EQ(packets.size(), 1U);
}

TEST(StreamGuard, FollowsAJumpOnlyAfterASuccessor) {
  StreamGuard guard;
  using Verdict = StreamGuard::Verdict;
  EXPECT_EQ(guard.Check(*PacketAt(100, 0)), Verdict::kAccept);
  EXPECT_EQ(guard.Check(*PacketAt(3100, 0)), Verdict::kAccept);
  EXPECT_EQ(guard.Check(*PacketAt(6101, 0)), Verdict::kHold);
  EXPECT_EQ(guard.Check(*PacketAt(6103, 0)), Verdict::kHold);
  EXPECT_EQ(guard.Check(*PacketAt(6104, 0)), Verdict::kRestart);
  EXPECT_EQ(guard.held().sequence, 6103);
  EXPECT_EQ(guard.Check(*PacketAt(5080, 0)), Verdict::kAccept);
  EXPECT_EQ(guard.Check(*PacketAt(5079, 0)), Verdict::kHold);
  EXPECT_EQ(guard.Check(*PacketAt(6105, 0)), Verdict::kAccept);
  EXPECT_EQ(guard.Check(*PacketAt(5080, 0)), Verdict::kHold);
  EXPECT_EQ(guard.Check(*PacketAt(6106, -480'001)), Verdict::kHold);
  EXPECT_EQ(guard.Check(*PacketAt(6107, -480'001)), Verdict::kRestart);
}

TEST(PacketBuffer, FindsTheOldestBehindAnyGap) {
  PacketBuffer packets;
  for (std::int64_t sequence = 0; sequence < 100 * 62; sequence += 62) {
    EXPECT_EQ(packets.Insert(*PacketAt(sequence)), PacketBuffer::Inserted::kNew);
    ASSERT_NE(packets.First(), nullptr);
    EXPECT_EQ(packets.First()->sequence, std::max<std::int64_t>(0, sequence - 62));
  }
}

TEST(PacketBuffer, HoldsNoMoreSoundThanSixtyFourPacketsOfTwentyMilliseconds) {
  PacketBuffer packets;
  for (std::int64_t sequence = 0; sequence < 30; ++sequence) {
    auto packet = PacketAt(sequence);
    packet->samples = 5760;
    EXPECT_EQ(packets.Insert(*packet), PacketBuffer::Inserted::kNew);
  }
  EXPECT_EQ(packets.size(), 10U);
  EXPECT_EQ(packets.First()->sequence, 20);
  EXPECT_EQ(packets.pushed_out(), 20U);
}

TEST(StreamGuard, ATimestampFarAheadOfTheTimeThatPassedIsConfirmedFirst) {
  using Verdict = StreamGuard::Verdict;
  const auto judge = [](StreamGuard& guard, std::int64_t sequence, std::int64_t timestamp, Duration at) {
    auto packet = PacketAt(sequence, timestamp);
    packet->arrival = Instant(100s) + at;
    return guard.Check(*packet);
  };
  StreamGuard guard;
  EXPECT_EQ(judge(guard, 1, 0, 0s), Verdict::kAccept);
  EXPECT_EQ(judge(guard, 2, 480'000, 0s), Verdict::kAccept);
  EXPECT_EQ(judge(guard, 3, 3 * 480'000, 10s), Verdict::kAccept) << "a pause";
  EXPECT_EQ(judge(guard, 4, 0x7FFF'FFFF, 11s), Verdict::kHold);
  EXPECT_EQ(judge(guard, 5, 3 * 480'000 + 960, 11s), Verdict::kAccept) << "it was a stray";
  EXPECT_EQ(judge(guard, 6, 0x7FFF'FFFF, 11s), Verdict::kHold);
  EXPECT_EQ(judge(guard, 7, 2 * 0x7FFF'FFFFLL, 11s), Verdict::kHold) << "fits neither";
  EXPECT_EQ(judge(guard, 8, 2 * 0x7FFF'FFFFLL + 960, 11s), Verdict::kRestart);
  EXPECT_EQ(judge(guard, 6, 2 * 0x7FFF'FFFFLL - 960, 11s), Verdict::kAccept) << "late";
  EXPECT_EQ(judge(guard, 6, 3 * 0x7FFF'FFFFLL, 11s), Verdict::kHold) << "late, and from the future";
}

TEST(DelayEstimator, StartsInTheMiddleAndSettles) {
  DelayEstimator delay;
  delay.Add(1000, true);
  EXPECT_NEAR(delay.target(), 50, 1);
  for (int i = 0; i < 500; ++i) delay.Add(1000, true);
  EXPECT_NEAR(delay.target(), 20, 1);
  delay.SetFloor(90);
  EXPECT_NEAR(delay.playout(), 1090, 1);
}

TEST(DelayEstimator, FollowsTheTailAndDecays) {
  DelayEstimator delay;
  std::mt19937_64 random(1);
  for (int i = 0; i < 2000; ++i) delay.Add(static_cast<double>(random() % 100), true);
  EXPECT_GT(delay.target(), 70);
  EXPECT_LT(delay.target(), 101);
  for (int i = 0; i < 4000; ++i) delay.Add(50, true);
  EXPECT_NEAR(delay.target(), 20, 1);
}

TEST(DelayEstimator, NeverLeavesItsRange) {
  DelayEstimator delay;
  std::mt19937_64 random(2);
  for (int i = 0; i < 20'000; ++i) {
    delay.Add(static_cast<double>(random() % 2'000'000) - 1'000'000, random() % 2 == 0);
    if (random() % 50 == 0) delay.StartSpeech(static_cast<double>(random() % 100'000));
    ASSERT_GE(delay.target(), 19.99);
    ASSERT_LE(delay.target(), 200.01);
  }
}

/// A backlog of `ms` that comes at once, one packet each 20 ms of it.
void Drain(DelayEstimator& delay, int ms) {
  for (int late = ms; late > 0; late -= 20) delay.Add(1000 + late, true);
}

TEST(DelayEstimator, ABacklogIsNotLearned) {
  DelayEstimator delay;
  for (int i = 0; i < 500; ++i) delay.Add(1000, true);
  for (const int ms : {500, 1000, 5000, 10'000}) {
    Drain(delay, ms);
    delay.Add(1000, true);
    EXPECT_NEAR(delay.fastest(), 1000, 1) << ms;
    EXPECT_NEAR(delay.target(), 20, 1) << ms;
  }
}

TEST(DelayEstimator, FollowsABacklogWhileItDrains) {
  DelayEstimator delay;
  for (int i = 0; i < 500; ++i) delay.Add(1000, true);
  for (double late = 3000; late > 100; late -= 3) {  // a line little faster than real time
    delay.Add(1000 + late, true);
    EXPECT_NEAR(delay.playout(), 1020 + late, 1);
  }
}

TEST(DelayEstimator, TenCalmPacketsConfirmALaterTimeLine) {
  DelayEstimator delay;
  for (int i = 0; i < 500; ++i) delay.Add(1000, true);
  for (int i = 0; i < 11; ++i) delay.Add(i % 2 == 0 ? 4003 : 4000, true);
  for (int i = 0; i < 500; ++i) delay.Add(4000, true);
  EXPECT_NEAR(delay.fastest(), 4000, 1);
  EXPECT_NEAR(delay.target(), 20, 3);
  delay.Add(1000, true);
  EXPECT_NEAR(delay.fastest(), 1000, 1) << "earlier is believed at once";
}

TEST(DelayEstimator, NoPlaceIsOutOfReachForEver) {
  for (int first = 0; first <= 600; first += 50) {
    for (int then = 0; then <= 600; then += 50) {
      DelayEstimator delay;
      for (int i = 0; i < 300; ++i) delay.Add(first + (i % 3 == 0 ? 350 : 0), true);
      for (int i = 0; i < 4000; ++i) delay.Add(then, true);
      ASSERT_NEAR(delay.fastest(), then, 1) << first;
      ASSERT_NEAR(delay.target(), 20, 1) << first;
    }
  }
}

TEST(DelayEstimator, DecaysInAPauseToo) {
  DelayEstimator delay;
  for (int i = 0; i < 500; ++i) delay.Add(1000 + i % 5 * 30, true);
  ASSERT_GT(delay.target(), 100);
  for (int word = 0; word < 80; ++word) {
    delay.Age(2000);
    for (int i = 0; i < 20; ++i) delay.Add(1000, true);
  }
  EXPECT_NEAR(delay.target(), 20, 1);
}

TEST(SpeakingDetector, HoldsThroughGapsAndEndsWithSilenceFrames) {
  SpeakingDetector speaking;
  const Instant start{9s};
  speaking.OnTick(start);
  EXPECT_FALSE(speaking.is_speaking());
  speaking.OnPacket(start, true);
  EXPECT_FALSE(speaking.is_speaking());
  speaking.OnPacket(start, false);
  speaking.OnTick(start + 199ms);
  EXPECT_TRUE(speaking.is_speaking());
  for (int i = 0; i < 4; ++i) speaking.OnPacket(start + 199ms, true);
  EXPECT_TRUE(speaking.is_speaking());
  speaking.OnPacket(start + 199ms, true);
  EXPECT_FALSE(speaking.is_speaking());
  speaking.OnPacket(start + 300ms, false);
  speaking.OnTick(start + 500ms);
  EXPECT_FALSE(speaking.is_speaking());
  speaking.SetHold(100ms);
  speaking.OnPacket(start + 600ms, false);
  speaking.OnTick(start + 699ms);
  EXPECT_TRUE(speaking.is_speaking());
  speaking.OnTick(start + 700ms);
  EXPECT_FALSE(speaking.is_speaking());
}

TEST(BlockQueue, CutsIntoBlocksAndOffersEachOnce) {
  BlockQueue blocks;
  const std::vector<float> values(2 * 480, 0.3F);
  blocks.Append(values, false, Instant{1s}, {});
  EXPECT_FALSE(blocks.NextOffer());
  EXPECT_EQ(blocks.lacking(), 480U);
  blocks.Append(values, true, {}, {});
  const auto offer = blocks.NextOffer();
  ASSERT_TRUE(offer);
  EXPECT_EQ(offer->block->made_up, 480U);
  EXPECT_FALSE(blocks.NextOffer());
  EXPECT_EQ(blocks.Find(offer->block->id), offer->block);
  blocks.Append(std::vector<float>(2 * 960, 0.4F), true, {}, {});
  EXPECT_FALSE(blocks.NextOffer());  // concealment is not speech
  blocks.Pop();
  blocks.Pop();
  EXPECT_TRUE(blocks.empty());
  EXPECT_EQ(blocks.room(), BlockQueue::kCapacity * 960);
}

TEST(BlockQueue, TakesABlockThatWasMadeInItsPlace) {
  BlockQueue blocks;
  std::ranges::fill(blocks.NextPlace(), 0.1F);  // given up
  const auto place = blocks.NextPlace();
  ASSERT_EQ(place.size(), 2 * 960U);
  std::ranges::fill(place, 0.5F);
  EXPECT_TRUE(blocks.empty());
  blocks.AppendMade(Instant{1s}, {});
  ASSERT_NE(blocks.Front(), nullptr);
  EXPECT_EQ(blocks.Front()->samples.data(), place.data());
  EXPECT_EQ(blocks.Front()->samples[1919], 0.5F);
  EXPECT_EQ(blocks.Front()->made_up, 0U);
  EXPECT_EQ(blocks.Front()->arrival_ns, 1'000'000'000);
  EXPECT_EQ(blocks.samples(), 960U);
  blocks.Append(std::vector<float>(2 * 480, 0.3F), false, Instant{1s}, {});
  EXPECT_TRUE(blocks.NextPlace().empty()) << "the last block still fills";
}

TEST(BlockQueue, HasNoPlaceForMoreThanItHolds) {
  BlockQueue blocks;
  for (std::size_t at = 0; at < BlockQueue::kCapacity; ++at) {
    ASSERT_FALSE(blocks.NextPlace().empty());
    blocks.AppendMade(Instant{1s}, {});
  }
  EXPECT_TRUE(blocks.NextPlace().empty());
  EXPECT_EQ(blocks.room(), 0U);
  blocks.Pop();
  EXPECT_FALSE(blocks.NextPlace().empty());
}

TEST(PlayLine, KnowsWhatItsFrontIs) {
  PlayLine line;
  SoundBlock block;
  block.fill(0.7F);
  line.Append(block, 0, false, {});
  line.Append(block, 960, false, {});
  line.Append(block, 0, true, {});
  EXPECT_EQ(line.ShareOf(1920).made_up, 960U);
  line.Consume(1440);
  EXPECT_EQ(line.size(), 1440U);
  EXPECT_EQ(line.ShareOf(960).made_up, 480U);
  EXPECT_EQ(line.ShareOf(960).muted, 480U);
  EXPECT_EQ(line.values()[0], 0.7F);
  EXPECT_EQ(line.values()[2 * 480], 0);
}

TEST(StreamFront, DistinguishesDuplicatesFromLatePackets) {
  using State = StreamFront::State;
  StreamFront front;
  EXPECT_EQ(front.StateOf(5), State::kAhead);
  EXPECT_EQ(front.JumpTo(10, 9600), 0);
  front.Advance(true, 10'560);
  front.Advance(false, 11'520);
  EXPECT_EQ(front.timestamp(), 11'520);
  EXPECT_EQ(front.StateOf(10), State::kDecoded);
  EXPECT_EQ(front.StateOf(11), State::kMissed);
  EXPECT_EQ(front.StateOf(12), State::kAhead);
  EXPECT_EQ(front.JumpTo(15, 20'000), 3);
  EXPECT_EQ(front.StateOf(10), State::kMissed) << "dropped with the jump";
  front.Reset();
  EXPECT_EQ(front.StateOf(3), State::kAhead);
}

TEST(ConcealmentFade, FallsToSilenceInFiveFramesAndComesBackSmoothly) {
  ConcealmentFade fade;
  SoundBlock block;
  float before = 0.5F;
  for (int i = 0; i < 5; ++i) {
    EXPECT_FALSE(fade.spent());
    block.fill(0.5F);
    fade.Apply(block);
    EXPECT_LE(block.front(), before);
    EXPECT_LT(block.back(), block.front());
    before = block.back();
  }
  EXPECT_TRUE(fade.spent());
  EXPECT_LT(block.back(), 0.0005F);
  block.fill(0.5F);
  fade.BackIn(block);
  EXPECT_LT(block.front(), 0.0005F);
  EXPECT_NEAR(block[2 * 120], 0.25F, 0.0025F);
  EXPECT_EQ(block[2 * 240], 0.5F);
  EXPECT_FALSE(fade.spent());
}

TEST(PlayoutPace, MovesSlowlyForALittleAndAtOnceForMuch) {
  PlayoutPace pace;
  for (int i = 0; i < 49; ++i) pace.Update(25);
  EXPECT_FALSE(pace.lowering());
  pace.Update(25);
  EXPECT_TRUE(pace.lowering());
  pace.Update(10);
  EXPECT_FALSE(pace.lowering());
  pace.Update(45);
  EXPECT_TRUE(pace.lowering());
  for (int i = 0; i < 10; ++i) pace.Update(-1);
  EXPECT_TRUE(pace.raising());
  pace.Update(0);
  EXPECT_FALSE(pace.raising());
  EXPECT_EQ(pace.Strictness(0), 0.9F);
  for (int i = 0; i < 26; ++i) pace.Note(false);
  EXPECT_EQ(pace.Strictness(0), 0.5F);
  pace.Note(true);
  EXPECT_EQ(pace.Strictness(0), 0.9F);
}

/// The steepest step and the amplitude of a stretched tone show whether the seam can be heard.
TEST(TimeStretcher, StretchesAToneWithoutASeam) {
  for (const double hertz : {90.0, 150.0, 200.0, 333.0, 1000.0}) {
    std::vector<std::int16_t> tone(2 * 1920);
    Tone(hertz, 10'000).Fill(tone);
    const std::vector<float> in = Widened(tone);
    SoundBlock sound;
    const std::size_t removed = TimeStretcher::Shorten(in, 720, 0.9F, sound);
    const std::size_t step = static_cast<std::size_t>(2.2 * 3.14159 * hertz / 48'000 * 10'000) + 60;
    ASSERT_GE(removed, TimeStretcher::kMinPeriod) << hertz;
    const auto steepest = [&] {
      const AudioBlock out = Rounded(sound);
      std::size_t most = 0;
      for (std::size_t i = 2; i < out.size(); i += 2) {
        most = std::max(most, static_cast<std::size_t>(std::abs(out[i] - out[i - 2])));
      }
      return most;
    };
    EXPECT_LE(steepest(), step) << hertz;
    EXPECT_EQ(sound.back(), in[2 * (960 + removed) - 1]);
    if (hertz < 110) continue;  // longer than what Lengthen may insert
    const std::size_t inserted = TimeStretcher::Lengthen(in, 480, 0.9F, sound);
    ASSERT_GE(inserted, TimeStretcher::kMinPeriod) << hertz;
    EXPECT_LE(steepest(), step) << hertz;
    EXPECT_EQ(sound.back(), in[2 * (960 - inserted) - 1]);
  }
}

TEST(TimeStretcher, RejectsNoiseUntilItMustStretch) {
  Noise noise(8000, 1);
  std::vector<float> in;
  for (int i = 0; i < 2; ++i) {
    const SoundBlock block = Widened(noise.Block());
    in.insert(in.end(), block.begin(), block.end());
  }
  SoundBlock out;
  EXPECT_EQ(TimeStretcher::Shorten(in, 720, 0.9F, out), 0U);
  EXPECT_GT(TimeStretcher::Shorten(in, 720, 0.0F, out), 0U);
  const std::vector<float> quiet(2 * 1920, 0.0002F);
  EXPECT_EQ(TimeStretcher::Shorten(quiet, 33, 0.9F, out), 33U);
}

}  // namespace SDKPP_TEST_FILE
}  // namespace sdkpp::test
