// The parts of a jitter buffer take a bounded number of steps, whatever numbers come.
#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <memory>
#include <random>

#include "core/jitter/delay_estimator.h"
#include "core/jitter/jitter_buffer.h"
#include "core/jitter/packet_buffer.h"
#include "core/session/speaker/packet_tally.h"
#include "support/fake_frame_decoder.h"
#include "support/step_counter.h"

namespace sdkpp::test {
namespace SDKPP_TEST_FILE {

using namespace std::chrono_literals;
using namespace sdkpp::jitter;

TEST(PacketBufferSteps, SequenceNumbersFarApartCostNoMoreThanNeighbours) {
  for (const std::int64_t step : {1, 2, 61, 62, 63, 64, 65, 1000}) {
    PacketBuffer packets;
    Packet packet{};
    packet.samples = 960;
    packet.size = 3;
    std::uint64_t most = 0;
    for (int i = 0; i < 20'000; ++i) {
      packet.sequence += step;
      const StepCounter steps;
      (void)packets.Insert(packet);
      if (const Packet* first = packets.First(); first && i % 2 == 0) packets.Drop(first->sequence);
      most = std::max(most, steps.count());
    }
    EXPECT_LE(most, 1000U) << step;
  }
}

TEST(DelayEstimatorSteps, NoTransitTakesLong) {
  std::mt19937_64 random(5);
  std::uint64_t most = 0;
  for (const double scale : {1.0, 1e3, 1e6, 0x1p51, 0x1p52, 0x1p60, 1e300}) {
    DelayEstimator delay;
    for (int i = 0; i < 2000; ++i) {
      const double transit = scale * (1.0 + static_cast<double>(random() % 1000) * 0x1p-40);
      const StepCounter steps;
      if (i % 100 == 0) delay.StartSpeech(transit);
      delay.Add(transit, i % 3 != 0);
      most = std::max(most, steps.count());
    }
  }
  EXPECT_LE(most, 8000U);
}

TEST(PacketTallySteps, AJumpAheadIsCountedInOneGo) {
  session::PacketTally tally;
  std::int64_t sequence = 0;
  std::uint64_t most = 0;
  for (int i = 0; i < 10'000; ++i) {
    sequence += 1 + i % 3000;
    const StepCounter steps;
    tally.Add(Instant{1s}, ExtendedSequence{sequence}, RtpTimestamp{0});
    most = std::max(most, steps.count());
  }
  EXPECT_LE(most, 50U);
}

/// Counts what is decoded.
class CountingDecoder final : public jitter::FrameDecoder {
 public:
  std::size_t Samples(std::span<const std::uint8_t>) const noexcept override { return 5760; }
  bool IsSilence(std::span<const std::uint8_t>) const noexcept override { return false; }
  bool HasRecovery(std::span<const std::uint8_t>) const noexcept override { return false; }
  std::size_t Decode(std::span<const std::uint8_t>, std::span<float> out) noexcept override {
    return Make(5760, out);
  }
  std::size_t Recover(std::span<const std::uint8_t>, std::size_t samples,
                      std::span<float> out) noexcept override {
    return Make(samples, out);
  }
  std::size_t Conceal(std::size_t samples, std::span<float> out) noexcept override {
    return Make(samples, out);
  }
  void Reset() noexcept override {}

  std::size_t made = 0;

 private:
  std::size_t Make(std::size_t samples, std::span<float> out) noexcept {
    made += samples;
    std::ranges::fill(out.first(samples * kChannels), 0.03F);
    return samples;
  }
};

/// A stream that starts over with every second packet, each of 120 ms, is not decoded as fast as it comes.
TEST(JitterBufferSteps, DecodingKeepsToTwiceRealTime) {
  CountingDecoder decoder;
  JitterBuffer buffer(decoder);
  const std::vector<std::uint8_t> payload(4);
  std::int64_t sequence = 0;
  std::uint32_t timestamp = 0;
  Instant now{100s};
  SoundBlock out;
  for (int tick = 0; tick < 500; ++tick, now += kBlockDuration) {
    for (int i = 0; i < 40; ++i) {
      sequence += i % 2 == 0 ? 5000 : 1;
      timestamp += i % 2 == 0 ? 1'000'000U : 5760U;
      buffer.Insert(now, ExtendedSequence{sequence}, RtpTimestamp{timestamp}, payload);
      while (buffer.TakeDecoded(now)) {
      }
    }
    (void)buffer.Pull(now, out);
  }
  EXPECT_LE(decoder.made, (2 * 500 + 16 + 6 * 16) * kBlockSamples);
}

}  // namespace SDKPP_TEST_FILE
}  // namespace sdkpp::test
