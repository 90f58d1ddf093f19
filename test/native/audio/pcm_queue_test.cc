#include "core/audio/pcm_queue.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <numbers>
#include <random>
#include <span>
#include <thread>
#include <vector>

#include "core/base/field_reader.h"
#include "core/base/field_writer.h"
#include "support/allocation_guard.h"
#include "support/rounds.h"
#include "support/saved_fields.h"
#include "support/tone.h"

namespace sdkpp::test {
namespace SDKPP_TEST_FILE {

using audio::PcmQueue;

TEST(PcmQueue, ConvertsAnyRateAndMono) {
  for (const int rate : {8'000, 16'000, 24'000, 44'100, 48'000, 96'000, 192'000}) {
    for (const int channels : {1, 2}) {
      PcmQueue queue(rate, channels);
      std::vector<std::int16_t> in;
      for (int i = 0; i < rate / 2; ++i) {
        const double value = 10'000 * std::sin(2.0 * std::numbers::pi * 700.0 * i / rate);
        for (int c = 0; c < channels; ++c) in.push_back(static_cast<std::int16_t>(std::lrint(value)));
      }
      const AllocationGuard guard;
      EXPECT_EQ(queue.Write(in), static_cast<std::size_t>(rate) / 2);
      queue.Finish();
      EXPECT_EQ(guard.count(), 0U);
      EXPECT_NEAR(static_cast<double>(queue.queued()), 24'000, 16.0 * 48'000 / std::min(rate, 48'000) + 10)
          << rate;
      AudioBlock block;
      int blocks = 0;
      for (; queue.Read(block); ++blocks) {
        if (blocks == 12) {
          EXPECT_NEAR(AmplitudeAt(block, 700), 10'000, 300) << rate << " " << channels;
        }
      }
      EXPECT_GE(blocks, 25);
      EXPECT_LE(blocks, 26);
      EXPECT_TRUE(queue.drained());
    }
  }
}

TEST(PcmQueue, TakesOnlyWhatFits) {
  PcmQueue queue(48'000, 2);
  const std::vector<std::int16_t> in(2 * 60'000 + 1, 5);
  EXPECT_EQ(queue.Write(in), 48'000U);
  EXPECT_EQ(queue.Write(in), 0U);
  AudioBlock block;
  ASSERT_TRUE(queue.Read(block));
  EXPECT_EQ(queue.Write(in), 960U);
  queue.Drop();
  EXPECT_EQ(queue.queued(), 0U);
  EXPECT_FALSE(queue.Read(block));
}

std::vector<std::uint8_t> SavedBytes(const PcmQueue& queue, std::span<const std::int16_t> before = {}) {
  std::vector<std::uint8_t> room(PcmQueue::kMostSaved);
  const AllocationGuard guard;
  FieldWriter out(room, Instant{});
  queue.Save(out, before);
  EXPECT_TRUE(out.ok());
  EXPECT_EQ(guard.count(), 0U);
  room.resize(out.written().size());
  return room;
}

std::unique_ptr<PcmQueue> Restored(const std::vector<std::uint8_t>& saved) {
  RestoreFault fault;
  FieldReader in(saved, Instant{}, "queue", fault);
  auto queue = std::make_unique<PcmQueue>(in);
  EXPECT_FALSE(fault) << fault.field;
  return queue;
}

std::vector<std::int16_t> ReadAll(PcmQueue& queue) {
  std::vector<std::int16_t> all;
  AudioBlock block;
  while (queue.Read(block) > 0) all.insert(all.end(), block.begin(), block.end());
  return all;
}

/// Whatever the rate, where the pieces end, and where in its ring the queue is.
TEST(PcmQueue, GoesOnInAnotherWithoutASeam) {
  std::mt19937 random(11);
  for (const int rate : {8'000, 22'050, 44'100, 48'000, 192'000}) {
    for (int round = 0; round < test::Rounds(20); ++round) {
      PcmQueue stays(rate, 1 + round % 2);
      std::unique_ptr<PcmQueue> moves = Restored(SavedBytes(stays));
      for (int piece = 0; piece < 60; ++piece) {
        std::vector<std::int16_t> in(random() % static_cast<std::size_t>(rate / 10));
        for (auto& value : in) value = static_cast<std::int16_t>(random());
        ASSERT_EQ(moves->Write(in), stays.Write(in));
        AudioBlock one{};
        AudioBlock other{};
        ASSERT_EQ(moves->Read(other), stays.Read(one));
        ASSERT_EQ(other, one);
        if (random() % 5 == 0) moves = Restored(SavedBytes(*moves));
        ASSERT_EQ(moves->queued(), stays.queued());
      }
      stays.Finish();
      moves->Finish();
      moves = Restored(SavedBytes(*moves));
      moves->Finish();
      ASSERT_EQ(ReadAll(*moves), ReadAll(stays)) << rate;
      EXPECT_TRUE(moves->drained()) << "once finished, always";
    }
  }
}

TEST(PcmQueue, NeedsEachFieldOfARecordAndSurvivesDamage) {
  PcmQueue queue(44'100, 2);
  (void)queue.Write(std::vector<std::int16_t>(2 * 5000, 77));
  const auto saved = SavedBytes(queue);
  const auto restore = [](FieldReader& in) {
    PcmQueue restored(in);
    (void)restored.Write(std::vector<std::int16_t>(2 * 500, 5));
    (void)ReadAll(restored);
  };
  ExpectEachFieldNeeded(saved, Instant{}, restore, {5});  // without: nothing waits
  RestoreDamaged(saved, Instant{}, restore, 500);
  EXPECT_EQ(FaultOf(With(saved, 1, {0x10}), Instant{}, restore).field, "rate");
  EXPECT_EQ(FaultOf(With(saved, 2, {3}), Instant{}, restore).field, "channels");
  EXPECT_EQ(FaultOf(With(saved, 5, {1, 2, 3}), Instant{}, restore).field, "samples");
  const auto too_many = SavedBytes(queue, std::vector<std::int16_t>(kBlockValues));
  auto fields = Split(too_many);
  for (int more = 0; more < 20; ++more) fields.push_back(fields.back());
  EXPECT_EQ(FaultOf(Join(fields), Instant{}, restore).field, "samples");
}

TEST(PcmQueue, WaitsForAWholeBlockUntilFinished) {
  PcmQueue queue(48'000, 1);
  const std::vector<std::int16_t> in(500, 9);
  EXPECT_EQ(queue.Write(in), 500U);
  AudioBlock block;
  EXPECT_FALSE(queue.Read(block));
  queue.Finish();
  ASSERT_TRUE(queue.Read(block));
  EXPECT_EQ(block[999], 9);
  EXPECT_EQ(block[1000], 0);
  EXPECT_TRUE(queue.drained());
}

TEST(PcmQueue, TwoThreadsLoseNothing) {
  PcmQueue queue(48'000, 2);
  constexpr int kBlocks = 2000;
  std::thread writer([&] {
    std::vector<std::int16_t> in(2 * 700);
    std::size_t at = 0;
    const std::size_t total = kBlocks * kBlockSamples;
    while (at < total) {
      const std::size_t count = std::min<std::size_t>(700, total - at);
      for (std::size_t i = 0; i < count; ++i)
        in[2 * i] = in[2 * i + 1] = static_cast<std::int16_t>((at + i) % 30'000);
      const std::size_t taken = queue.Write(std::span(in).first(2 * count));
      at += taken;
      if (taken == 0) std::this_thread::yield();
    }
    queue.Finish();
  });
  AudioBlock block;
  std::size_t at = 0;
  int wrong = 0;
  while (!queue.drained()) {
    if (!queue.Read(block)) {
      std::this_thread::yield();
      continue;
    }
    for (std::size_t i = 0; i < kBlockSamples; ++i, ++at) {
      if (block[2 * i] != static_cast<std::int16_t>(at % 30'000)) ++wrong;
    }
  }
  writer.join();
  EXPECT_EQ(wrong, 0);
  EXPECT_EQ(at, kBlocks * kBlockSamples);
}

}  // namespace SDKPP_TEST_FILE
}  // namespace sdkpp::test
