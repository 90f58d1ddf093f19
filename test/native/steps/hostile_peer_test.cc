// A peer's cost for the media thread is bounded, whatever it sends: counted in basic blocks of
// native/core per datagram and per tick, in virtual time.
#include "support/hostile_peer.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <vector>

#include "core/base/byte_writer.h"
#include "core/rtp/header.h"
#include "session/media_end.h"
#include "support/step_counter.h"

namespace sdkpp::session {
namespace SDKPP_TEST_FILE {

using test::HostilePeer;
using test::StepCounter;

constexpr int kPacketsPerTick = HostilePeer::kPacketsPerSecond / 50;
constexpr Ssrc kEveSsrc{3000};
constexpr UserId kEve{3};

/// Basic blocks; half as much again as an honest burst behind an outage takes. One sample in a loop is about
/// one.
constexpr std::uint64_t kMostPerDatagram = 25'000;
constexpr std::uint64_t kMostPerBatch = 100'000;
constexpr std::uint64_t kMostPerTick = 150'000;

/// Seals packets as the forwarder does.
class Wire {
 public:
  Datagram Seal(Ssrc ssrc, Sequence sequence, RtpTimestamp timestamp, std::span<const std::uint8_t> payload) {
    Datagram datagram(rtp::kFixedHeaderSize + payload.size() + rtp::kSealOverhead);
    ByteWriter out(datagram);
    rtp::WriteHeader(out, sequence, timestamp, ssrc);
    out.Bytes(payload);
    EXPECT_NE(sealer_->Seal(datagram, rtp::kFixedHeaderSize, payload.size()), 0U);
    return datagram;
  }

 private:
  std::unique_ptr<rtp::Sealer> sealer_ = MakeSealer(0xc000'0000);
};

/// The most expensive datagram and tick.
struct Cost {
  std::uint64_t datagram = 0;
  std::uint64_t batch = 0;
  std::uint64_t tick = 0;
};

void Receive(End& end, Datagram datagram, Cost& cost) {
  const StepCounter steps;
  end.media.HandleDatagram(datagram, Via::kPresent, end.now);
  cost.datagram = std::max(cost.datagram, steps.count());
}

void EndBatch(End& end, Cost& cost) {
  const StepCounter steps;
  end.media.AfterDatagrams(end.now);
  cost.batch = std::max(cost.batch, steps.count());
  end.Drain();
}

void Tick(End& end, Cost& cost) {
  const StepCounter steps;
  end.media.Tick(end.now, end.now, end.outbox);
  cost.tick = std::max(cost.tick, steps.count());
  end.outbox.Clear();
  end.Drain();
}

/// Answers what Media asks of Signalling.
void Answer(End& end, const UserSetting& setting) {
  for (const MediaEvent& each : std::exchange(end.seen, {})) {
    if (const auto* need = std::get_if<event::SpeakerNeeded>(&each))
      end.Do(command::MapSsrc{need->ssrc, need->user, Speaker::Create(), setting});
  }
}

class HostilePeerTest : public testing::TestWithParam<std::uint64_t> {};

TEST_P(HostilePeerTest, CostsNoMoreThanABoundPerDatagramAndPerTick) {
  End ben{kBenSsrc, 0xd000'0000};
  CallbackExchange exchange;
  ReceiveQueue queue;
  UserSetting setting;
  if (GetParam() % 2 == 1) {
    setting.opus = setting.pcm = true;
    ben.Do(command::SetCallbacks{true, false, &exchange});
    ben.Do(command::SetReceiveQueue{&queue});
  }
  for (std::uint32_t at = 0; at < 3; ++at) {
    ben.Do(command::MapSsrc{Ssrc(kEveSsrc.raw() + at), UserId(kEve.raw() + at), nullptr, setting});
  }
  HostilePeer eve(kEveSsrc, GetParam());
  Wire wire;
  Cost cost;
  for (int tick = 0; tick < 60 * 50; ++tick) {
    ben.now += kBlockDuration;
    for (int i = 0; i < kPacketsPerTick; ++i) {
      const auto packet = eve.Next();
      Receive(ben, wire.Seal(packet.ssrc, packet.sequence, packet.timestamp, packet.payload), cost);
      if (i % 4 == 3) EndBatch(ben, cost);
    }
    Tick(ben, cost);
    Answer(ben, setting);
    while (CallbackExchange::Slot* slot = tick % 3 == 0 ? exchange.Take() : nullptr)
      exchange.Finish(*slot, ben.now);
    TakeEach(queue, [](const ReceivedHead&, std::span<const std::uint8_t>) {});
  }
  EXPECT_LE(cost.datagram, kMostPerDatagram);
  EXPECT_LE(cost.batch, kMostPerBatch);
  EXPECT_LE(cost.tick, kMostPerTick);
}

INSTANTIATE_TEST_SUITE_P(Seeds, HostilePeerTest, testing::Range<std::uint64_t>(1, 9));

}  // namespace SDKPP_TEST_FILE
}  // namespace sdkpp::session
