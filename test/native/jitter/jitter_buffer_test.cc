#include "core/jitter/jitter_buffer.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <random>
#include <vector>

#include "support/allocation_guard.h"
#include "support/call_simulation.h"

namespace sdkpp::test {
namespace SDKPP_TEST_FILE {

using namespace std::chrono_literals;
using jitter::BlockKind;

TEST(JitterBuffer, PlaysSilenceBeforeAnythingCame) {
  CallSimulation call({}, 1);
  call.talking = false;
  call.Run(1s, [&](BlockKind kind) { EXPECT_EQ(kind, BlockKind::kSilence); });
  EXPECT_EQ(call.buffer.stats().played_samples, 0U);
}

TEST(JitterBuffer, PlaysAQuietNetworkWithoutConcealmentOrStretching) {
  CallSimulation call({}, 1);
  call.Run(30s);
  const auto stats = call.buffer.stats();
  EXPECT_EQ(stats.concealed_samples, 0U);
  EXPECT_EQ(stats.packets_lost, 0U);
  EXPECT_LE(stats.stretched_samples, 3000U);  // the start target shrinks once
  EXPECT_LE(stats.current_delay_ms, 41.0);
  EXPECT_GT(stats.played_samples, 48'000U * 29);
}

TEST(JitterBuffer, AnHourOfClockDriftCausesNoConcealment) {
  for (const double ppm : {200.0, -200.0}) {
    CallSimulation call({}, 1, ppm);
    call.Run(1h);
    const auto stats = call.buffer.stats();
    EXPECT_EQ(stats.concealed_samples, 0U) << ppm;
    EXPECT_EQ(stats.packets_lost + stats.packets_late + stats.packets_discarded, 0U) << ppm;
    EXPECT_LE(stats.current_delay_ms, 45.0) << ppm;
    // 200 ppm of an hour are 0.72 s; some of it comes and goes
    EXPECT_LE(stats.stretched_samples, 48'000U * 2) << ppm;
  }
}

TEST(JitterBuffer, DriftWithArrivalsNoticedOnlyAtTicks) {
  for (const double ppm : {200.0, -200.0}) {
    CallSimulation call({}, 1, ppm);
    call.quantized = true;
    call.Run(10min);
    EXPECT_EQ(call.buffer.stats().concealed_samples, 0U) << ppm;
  }
}

/// Mean over where the ticks fall between the sender's frames, which drifts through all places in a real
/// call.
struct Measured {
  double waiting = 0;
  double concealed = 0;
  double most_concealed = 0;  ///< where the ticks fall worst
};

Measured Measure(Impairment impairment, std::uint8_t flags = 0, Duration time = 180s) {
  Measured mean;
  constexpr int kPhases = 10;
  for (int phase = 0; phase < kPhases; ++phase) {
    CallSimulation call(impairment, 42 + static_cast<std::uint64_t>(phase), 0, 2ms * phase);
    call.flags = flags;
    call.Run(time);
    mean.waiting += call.MeanWaiting() / kPhases;
    mean.concealed += call.Concealed() / kPhases;
    mean.most_concealed = std::max(mean.most_concealed, call.Concealed());
  }
  return mean;
}

void RecordMeasured(const Measured& measured) {
  ::testing::Test::RecordProperty("waiting_us", static_cast<int>(measured.waiting * 1000));
  ::testing::Test::RecordProperty("most_concealed_ppm", static_cast<int>(measured.most_concealed * 1e6));
}

/// At 10 ms of jitter without loss: a delay of at most `waiting` milliseconds, and this share concealed where
/// ticks fall worst.
void ExpectAtTenMilliseconds(bool one_sided, Duration time, double waiting, double most_concealed) {
  Impairment network;
  network.jitter = 10ms;
  network.one_sided = one_sided;
  const Measured measured = Measure(network, 0, time);
  RecordMeasured(measured);
  EXPECT_LE(measured.waiting, waiting);
  EXPECT_LE(measured.concealed, 0.005);
  EXPECT_LE(measured.most_concealed, most_concealed);
}

TEST(JitterBuffer, TenMillisecondsOfJitterCostLittleDelayAndConcealment) {
  ExpectAtTenMilliseconds(true, 60s, 32.0, 0.005);
}

TEST(JitterBuffer, PacketsThatComeEarlyTooCostLittleMore) {
  ExpectAtTenMilliseconds(false, 180s, 34.0, 0.007);
}

TEST(JitterBuffer, LossAndJitterCauseHardlyMoreConcealmentThanLoss) {
  Impairment network;
  network.delay = 120ms;
  network.jitter = 30ms;
  network.loss = 0.05;
  const Measured without = Measure(network);
  EXPECT_LE(without.concealed, 0.055);
  const Measured with = Measure(network, FakeFrameDecoder::kRecovery);
  EXPECT_LE(with.concealed, 0.012);
}

TEST(JitterBuffer, ALossIsRecoveredFromTheFollowingPacket) {
  CallSimulation call({}, 1);
  call.flags = FakeFrameDecoder::kRecovery;
  call.Run(1s);
  call.sequence++;  // one packet is never sent
  call.timestamp += 960;
  call.Run(1s);
  EXPECT_EQ(call.buffer.stats().fec_used, 1U);
  EXPECT_EQ(call.buffer.stats().concealed_samples, 0U);
  EXPECT_EQ(call.decoder.recovered, 1);
}

TEST(JitterBuffer, ABurstOfLossIsConcealedForFiveFramesThenSilent) {
  Impairment network;
  CallSimulation call(network, 1);
  call.Run(1s);
  network.loss = 1;
  call.network().Set(network);
  int concealed = 0;
  int loudest_of_last = 0;
  call.Run(160ms, [&](BlockKind kind) {
    if (kind == BlockKind::kConcealed) ++concealed;
    loudest_of_last = *std::ranges::max_element(call.out);
  });
  EXPECT_LE(call.decoder.concealed, 5);
  EXPECT_GE(concealed, 1);
  call.Run(100ms, [&](BlockKind) { loudest_of_last = *std::ranges::max_element(call.out); });
  EXPECT_EQ(loudest_of_last, 0);
  network.loss = 0;
  call.network().Set(network);
  call.Run(500ms);
  EXPECT_EQ(call.kind, BlockKind::kNormal);
}

TEST(JitterBuffer, ReorderedAndDuplicatedPacketsPlayOnceInOrder) {
  Impairment network;
  network.jitter = 5ms;
  network.reorder = 0.2;
  network.duplicate = 0.3;
  CallSimulation call(network, 9);
  call.Run(60s);
  const auto stats = call.buffer.stats();
  EXPECT_GT(stats.packets_duplicate, 500U);
  EXPECT_LE(call.Concealed(), 0.01);
  EXPECT_LE(stats.packets_received, 60U * 50 * 14 / 10);
  EXPECT_GE(static_cast<std::uint64_t>(call.decoder.decoded) + stats.packets_late + 10, 60U * 50 * 99 / 100);
}

TEST(JitterBuffer, SequenceAndTimestampWrapAround) {
  CallSimulation call({}, 1);
  call.sequence = 65'500;
  call.timestamp = 0xFFFF'FF00U - 960 * 20;
  call.Run(10s);
  EXPECT_EQ(call.buffer.stats().concealed_samples, 0U);
  EXPECT_EQ(call.buffer.stats().packets_lost, 0U);
}

/// How long after the change the stream plays normally again.
Duration TimeToSound(CallSimulation& call) {
  const Instant start = call.now();
  Instant found{};
  call.Run(3s, [&](BlockKind kind) {
    if (found == Instant{} && call.now() > start + 120ms && kind == BlockKind::kNormal) found = call.now();
  });
  return found == Instant{} ? Duration(1h) : found - start;
}

TEST(JitterBuffer, LargeJumpsAreJoinedWithin250Milliseconds) {
  struct Jump {
    std::int64_t sequence;
    std::uint32_t timestamp;
  };
  const Jump jumps[] = {{5000, 0},          {5000, 5000 * 960},       {-2000, 0},     {100'000, 77},
                        {0, 48'000 * 3600}, {2900, 2900 * 960},       {70, 70 * 960}, {0, 0U - 48'000 * 20},
                        {0, 0U - 48'000},   {-5000, 0U - 5000U * 960}};
  for (const Jump& jump : jumps) {
    CallSimulation call({}, 3);
    call.sequence = 10'000;
    call.Run(5s);
    call.sequence += jump.sequence;
    call.timestamp += jump.timestamp;
    const auto before = call.buffer.stats();
    // the network itself holds packets for 60 ms
    EXPECT_LE(TimeToSound(call), 60ms + 250ms) << jump.sequence << " " << jump.timestamp;
    const auto after = call.buffer.stats();
    EXPECT_GE(after.played_samples - before.played_samples, 48'000U * 2)
        << jump.sequence << " " << jump.timestamp;
    EXPECT_LE(after.current_delay_ms, 80.0) << jump.sequence << " " << jump.timestamp;
    EXPECT_LE(after.concealed_samples - before.concealed_samples, 48'000U / 5)
        << jump.sequence << " " << jump.timestamp;
  }
}

TEST(JitterBuffer, ASingleStrayPacketChangesNothing) {
  CallSimulation call({}, 3);
  call.Run(2s);
  const auto payload = FakeFrameDecoder::Payload();
  call.buffer.Insert(call.now(), ExtendedSequence{call.sequence + 20'000}, RtpTimestamp{123}, payload);
  call.buffer.Insert(call.now(), ExtendedSequence{call.sequence - 5'000}, RtpTimestamp{456}, payload);
  call.Run(2s);
  EXPECT_EQ(call.buffer.stats().concealed_samples, 0U);
  EXPECT_EQ(call.buffer.stats().packets_lost, 0U);
}

TEST(JitterBuffer, APauseIsSilenceAndNotConcealment) {
  for (const bool advances : {true, false}) {
    CallSimulation call({}, 3);
    call.Run(5s);
    for (int pause = 0; pause < 5; ++pause) {
      call.flags = FakeFrameDecoder::kSilence;
      call.Run(100ms);
      call.flags = 0;
      call.talking = false;
      const std::uint32_t before = call.timestamp;
      call.Run(1s);
      EXPECT_EQ(call.kind, BlockKind::kSilence);
      call.timestamp = before + (advances ? 48'000U : 0U);
      call.talking = true;
      EXPECT_LE(TimeToSound(call), 60ms + 100ms) << advances << pause;
      EXPECT_EQ(call.buffer.stats().concealed_samples, 0U) << advances << pause;
      EXPECT_LE(call.buffer.stats().current_delay_ms, 60.0) << advances << pause;
    }
    EXPECT_GE(call.decoder.resets, 5);
  }
}

TEST(JitterBuffer, APauseWithoutSilenceFramesHealsToo) {
  for (const bool advances : {true, false}) {
    CallSimulation call({}, 3);
    call.Run(5s);
    call.talking = false;
    call.Run(2s);
    if (advances) call.timestamp += 96'000;
    call.talking = true;
    EXPECT_LE(TimeToSound(call), 60ms + 100ms) << advances;
    EXPECT_LE(call.buffer.stats().concealed_samples, 5U * 960) << advances;
  }
}

TEST(JitterBuffer, AStallOfTheNetworkIsCaughtUp) {
  Impairment network;
  CallSimulation call(network, 3);
  call.Run(5s);
  const std::uint64_t lost = call.buffer.stats().packets_lost;
  network.delay = 460ms;  // what is sent now comes together with what is sent later
  for (int i = 0; i < 20; ++i) {
    call.network().Set(network);
    call.Run(20ms);
    network.delay -= 20ms;
  }
  call.network().Set({});
  call.Run(10s);
  EXPECT_LE(call.buffer.stats().packets_lost - lost, 8U);
  EXPECT_LE(call.buffer.stats().current_delay_ms - call.buffer.stats().target_delay_ms, 45.0);
  EXPECT_EQ(call.kind, BlockKind::kNormal);
}

TEST(JitterBuffer, EveryLegalFrameLengthPlays) {
  for (const std::size_t samples : {120U, 240U, 480U, 960U, 1920U, 2880U, 3840U, 4800U, 5760U}) {
    Impairment network;
    network.jitter = 3ms;
    CallSimulation call(network, 5);
    call.frame = samples;
    call.Run(20s);
    EXPECT_LE(call.Concealed(), 0.006) << samples;
    EXPECT_GT(call.buffer.stats().played_samples, 48'000U * 19) << samples;
    EXPECT_EQ(call.kind, BlockKind::kNormal) << samples;
  }
}

TEST(JitterBuffer, BlocksAreOfferedOnceAndEditsAreHeard) {
  CallSimulation call({}, 5);
  std::uint32_t last = 0;
  std::vector<Instant> playouts;
  for (int i = 0; i < 200; ++i) {
    while (auto block = call.buffer.TakeDecoded(call.now())) {
      EXPECT_GT(block->id, last);
      last = block->id;
      playouts.push_back(block->playout);
      EXPECT_GE(block->playout, call.now());
      std::ranges::fill(block->samples, 1234 / audio::kFullScale);
      EXPECT_NE(call.buffer.FindBlock(block->id), nullptr);
    }
    call.Run(20ms);
    if (call.kind == BlockKind::kNormal) {
      EXPECT_EQ(call.out[500], 1234) << i;
    }
  }
  EXPECT_EQ(call.buffer.FindBlock(last - 50), nullptr);
  EXPECT_GT(playouts.size(), 180U);
}

TEST(JitterBuffer, AMutedBlockIsSilent) {
  CallSimulation call({}, 5);
  call.Run(1s);
  int silent = 0;
  call.Run(1s, [&](BlockKind) {
    while (auto block = call.buffer.TakeDecoded(call.now())) call.buffer.FindBlock(block->id)->muted = true;
    if (call.kind == BlockKind::kSilence && *std::ranges::max_element(call.out) == 0) ++silent;
  });
  EXPECT_GE(silent, 45);
  EXPECT_NE(call.buffer.stats().played_samples, 0U);
}

TEST(JitterBuffer, AFloorGivesCallbacksTheirTime) {
  CallSimulation call({}, 5);
  call.buffer.SetFloor(100ms);
  Duration least = 1h;
  call.Run(2s);
  while (call.buffer.TakeDecoded(call.now())) {
  }
  for (int i = 0; i < 500; ++i) {
    call.Run(20ms);
    while (auto block = call.buffer.TakeDecoded(call.now()))
      least = std::min(least, block->playout - call.now());
  }
  EXPECT_GE(least, 60ms);  // arrival is noticed up to a tick later
  EXPECT_GE(call.buffer.stats().current_delay_ms, 99.0);
  call.buffer.SetFloor(0ms);
  call.Run(10s);
  EXPECT_LE(call.buffer.stats().current_delay_ms, 45.0);
  EXPECT_EQ(call.buffer.stats().concealed_samples, 0U);
}

TEST(JitterBuffer, GarbageNeitherAllocatesNorBreaksLaterSpeech) {
  FakeFrameDecoder decoder;
  jitter::JitterBuffer buffer(decoder);
  std::mt19937_64 random(7);
  SoundBlock out;
  std::array<std::uint8_t, 8> payload{};
  Instant now = CallSimulation::kStart;
  std::uint64_t allocations = 0;
  for (int i = 0; i < 20'000; ++i) {
    for (auto& byte : payload) byte = static_cast<std::uint8_t>(random());
    payload[0] %= 50;
    const std::int64_t wild = static_cast<std::int64_t>(random() % 4 ? random() % 200 : random() % 100'000);
    const AllocationGuard guard;
    buffer.Insert(now, ExtendedSequence{wild}, RtpTimestamp{static_cast<std::uint32_t>(random())},
                  std::span(payload).first(random() % 8 == 0 ? random() % 8 : 4));
    while (buffer.TakeDecoded(now)) {
    }
    if (i % 2 == 0) {
      buffer.Pull(now, out);
      now += 20ms;
    }
    allocations += guard.count();
  }
  EXPECT_EQ(allocations, 0U);
  std::int64_t sequence = 500'000;
  for (int i = 0; i < 300; ++i, now += 20ms) {
    buffer.Insert(now, ExtendedSequence{sequence}, RtpTimestamp{static_cast<std::uint32_t>(sequence * 960)},
                  FakeFrameDecoder::Payload());
    ++sequence;
    const BlockKind kind = buffer.Pull(now, out);
    if (i > 50) {
      EXPECT_EQ(kind, BlockKind::kNormal) << i;
    }
  }
}

}  // namespace SDKPP_TEST_FILE
}  // namespace sdkpp::test
