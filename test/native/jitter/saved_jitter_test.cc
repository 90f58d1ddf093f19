#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <memory>
#include <set>
#include <vector>

#include "core/audio/samples.h"
#include "core/jitter/jitter_buffer.h"
#include "support/numbered_decoder.h"
#include "support/saved_fields.h"

// What waits in a jitter buffer goes on in another process.

namespace sdkpp::test {
namespace SDKPP_TEST_FILE {

using namespace std::chrono_literals;
using jitter::JitterBuffer;

/// A listener, in one process after the other.
struct Listener {
  Listener() { buffer->SetFloor(floor); }

  void Insert(std::int64_t sequence, std::size_t samples) {
    const auto number = static_cast<std::uint16_t>(1 + sequence);
    const auto timestamp = static_cast<std::uint32_t>(sequence * static_cast<std::int64_t>(samples));
    buffer->Insert(now, ExtendedSequence(sequence), RtpTimestamp(timestamp),
                   NumberedDecoder::Payload(samples, number));
  }
  void Pull() {
    SoundBlock block;
    (void)buffer->Pull(now, block);
    for (std::size_t at = 0; at < block.size(); at += kChannels) {
      heard.push_back(static_cast<int>(std::lround(block[at] * audio::kFullScale)));
    }
    now += kBlockDuration;
  }
  [[nodiscard]] Record Saved() const { return Save(*buffer, now); }
  /// The other process has a clock of its own, and is there `later`.
  void Move(Duration later = {}) {
    const Record record = Saved();
    now += later + 3h;
    auto next_decoder = std::make_unique<NumberedDecoder>();
    auto next = std::make_unique<JitterBuffer>(*next_decoder);
    next->SetFloor(floor);
    RestoreInto(*next, record, now);
    EXPECT_EQ(Save(*next, now), record) << "nothing gets lost on the way";
    buffer = std::move(next);
    decoder = std::move(next_decoder);
  }
  /// How many samples of each number were heard, in order; silence is left out.
  [[nodiscard]] std::vector<std::pair<int, std::size_t>> Runs() const {
    std::vector<std::pair<int, std::size_t>> runs;
    for (const int number : heard) {
      if (number == 0) continue;
      if (runs.empty() || runs.back().first != number) runs.emplace_back(number, 0);
      ++runs.back().second;
    }
    return runs;
  }
  /// Every sample of `packets` was heard once and in order.
  void ExpectAll(int packets, std::size_t samples) const {
    const auto runs = Runs();
    ASSERT_EQ(runs.size(), static_cast<std::size_t>(packets));
    for (int at = 0; at < packets; ++at) {
      ASSERT_EQ(runs[static_cast<std::size_t>(at)], std::pair(at + 1, samples)) << "packet " << at;
    }
  }

  static constexpr Duration floor = 80ms;
  std::unique_ptr<NumberedDecoder> decoder = std::make_unique<NumberedDecoder>();
  std::unique_ptr<JitterBuffer> buffer = std::make_unique<JitterBuffer>(*decoder);
  Instant now{100s};
  std::vector<int> heard;
};

TEST(SavedJitter, EverySampleIsHeardOnceWhereverTheCallMoves) {
  constexpr int kMillis = 1200;
  for (const std::size_t samples : {std::size_t{480}, std::size_t{960}, std::size_t{2880}}) {
    const int frame_ms = static_cast<int>(samples / 48);
    for (int moves_at = 0; moves_at < 30; ++moves_at) {
      SCOPED_TRACE(testing::Message() << samples << " samples, moves at " << moves_at);
      Listener stayed;
      Listener moved;
      int sent = 0;
      for (int tick = 0; tick * 20 < kMillis + 400; ++tick) {
        for (; sent * frame_ms <= tick * 20 && sent * frame_ms < kMillis; ++sent) {
          stayed.Insert(sent, samples);
          moved.Insert(sent, samples);
        }
        if (tick % 30 == moves_at) moved.Move();
        stayed.Pull();
        moved.Pull();
      }
      // packets of 10 ms make playout waver between two places, which a move may change
      if (samples >= kBlockSamples) {
        ASSERT_TRUE(moved.heard == stayed.heard);
      }
      const std::set<int> numbers(moved.heard.begin(), moved.heard.end());
      for (int number = 1; number <= sent; ++number) ASSERT_TRUE(numbers.contains(number)) << number;
      EXPECT_EQ(moved.buffer->stats().packets_lost, 0U);
      EXPECT_EQ(moved.buffer->stats().packets_late, 0U);
    }
  }
}

TEST(SavedJitter, PlaysAtTheSameTicks) {
  Listener stayed;
  Listener moved;
  for (int tick = 0; tick < 50; ++tick) {
    for (Listener* each : {&stayed, &moved}) each->Insert(tick, 960);
    if (tick == 20) moved.Move();
    for (Listener* each : {&stayed, &moved}) each->Pull();
  }
  EXPECT_EQ(moved.heard, stayed.heard);
}

TEST(SavedJitter, KeepsAPacketBehindAGapAndOneThatIsHeld) {
  Listener listener;
  for (int tick = 0; tick < 10; ++tick) {
    listener.Insert(tick, 960);
    listener.Pull();
  }
  listener.Insert(11, 960);
  listener.Insert(5000, 960);  // a stray one, or the first of a stream that started over
  listener.Move();
  listener.Insert(10, 960);
  for (int tick = 0; tick < 10; ++tick) listener.Pull();
  listener.ExpectAll(12, 960);
}

TEST(SavedJitter, ShortensTheDelayThatAMoveCaused) {
  Listener listener;
  int sent = 0;
  for (; sent < 200; ++sent) {
    listener.Insert(sent, 960);
    listener.Pull();
  }
  const double usual = listener.buffer->stats().current_delay_ms;
  // three packets come at once: 60 ms passed that the clock of the record knows nothing of
  listener.Move();
  for (int at = 0; at < 3; ++at) listener.Insert(sent++, 960);
  for (int tick = 0; tick < 200; ++tick) {
    listener.Insert(sent++, 960);
    listener.Pull();
  }
  EXPECT_NEAR(listener.buffer->stats().current_delay_ms, usual, 25);
  EXPECT_EQ(listener.buffer->stats().packets_lost, 0U);
  EXPECT_EQ(listener.buffer->stats().concealed_samples, 0U);
}

TEST(SavedJitter, IsEmptyUntilSomethingComesAndWhenAllHasPlayed) {
  Listener listener;
  EXPECT_TRUE(listener.buffer->empty());
  listener.Insert(0, 960);
  EXPECT_FALSE(listener.buffer->empty());
  for (int tick = 0; tick < 30; ++tick) listener.Pull();
  EXPECT_TRUE(listener.buffer->empty());
}

/// As it is in the middle of speech, with a packet lost, a gap and a held packet.
Record Usual(Instant& now) {
  Listener listener;
  for (int tick = 0; tick < 40; ++tick) {
    if (tick != 30 && tick != 38) listener.Insert(tick, 960);
    listener.Pull();
  }
  listener.Insert(5000, 960);
  now = listener.now;
  return listener.Saved();
}

/// What has no fault is a jitter buffer like another.
void Use(FieldReader& in) {
  NumberedDecoder decoder;
  JitterBuffer buffer(decoder);
  buffer.Restore(in);
  if (!in.ok()) return;
  SoundBlock block;
  Instant now = in.now();
  for (int tick = 0; tick < 20; ++tick, now += kBlockDuration) {
    buffer.Insert(now, ExtendedSequence(40 + tick),
                  RtpTimestamp(960U * static_cast<std::uint32_t>(40 + tick)),
                  NumberedDecoder::Payload(960, 7));
    while (buffer.TakeDecoded(now)) {
    }
    (void)buffer.Pull(now, block);
  }
}

TEST(SavedJitter, TakesNothingFromADamagedRecord) {
  Instant now;
  const Record record = Usual(now);
  ExpectEachFieldNeeded(record, now, Use);
  RestoreDamaged(record, now, Use, 20'000);
}

TEST(SavedJitter, RefusesMorePacketsThanItHolds) {
  Instant now;
  const Record record = Usual(now);
  constexpr std::uint8_t kStream = 2;
  constexpr std::uint8_t kPacket = 4;
  const auto fields = Split(record);
  const Record& stream = fields[kStream - 1];
  ASSERT_EQ(stream[0], kStream);
  auto content = Split(std::span(stream).subspan(kFieldHeadSize));
  const auto behind = std::ranges::find(content, kPacket + 1, [](const Record& field) { return field[0]; });
  ASSERT_NE(behind, content.end());
  const auto packet = behind - 1;
  ASSERT_EQ((*packet)[0], kPacket);
  // one that came twice, and one without a sound
  auto twice = content;
  twice.push_back(*packet);
  EXPECT_EQ(FaultOf(With(record, kStream, Join(twice)), now, Use).problem, RestoreProblem::kOutOfRange);
  const Record empty = With(std::span(*packet).subspan(kFieldHeadSize), 4, {});
  Record head{kPacket, 0, 0, static_cast<std::uint8_t>(empty.size())};
  head.insert(head.end(), empty.begin(), empty.end());
  *packet = head;
  const RestoreFault fault = FaultOf(With(record, kStream, Join(content)), now, Use);
  EXPECT_EQ(fault.problem, RestoreProblem::kOutOfRange);
  EXPECT_EQ(fault.field, "payload");
}

}  // namespace SDKPP_TEST_FILE
}  // namespace sdkpp::test
