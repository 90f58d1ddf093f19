#include <gtest/gtest.h>

#include <cmath>
#include <optional>
#include <vector>

#include "core/base/byte_writer.h"
#include "core/player/pcm_source.h"
#include "core/rtp/datagram_kind.h"
#include "core/rtp/header.h"
#include "session/media_end.h"

namespace sdkpp::session {
namespace SDKPP_TEST_FILE {

/// The fate of packets of a socket whose local address is gone.
enum class Loss { kReported, kVanish };

/// A service that forwards one speaker to a client, and the client's sockets, in virtual time. The client's
/// address can change; the service learns the new one from authentic packets.
class Roaming {
 public:
  explicit Roaming(bool talking) : talking_(talking) {
    auto input = std::make_unique<player::PcmSource>(kSampleRate, 2);
    pcm_ = input.get();
    ada.Do(command::SetInput{std::move(input)});
    ada.Do(command::Announced{});
    sockets_.push_back(address);
    Run(6s);
  }

  /// Lets time pass in ticks.
  void Run(Duration time) {
    const Instant end = ada.now + time;
    while (ada.now < end) Step();
  }

  /// Time until packets flow both ways over the present address, or nothing within `limit`.
  std::optional<Duration> UntilBothWays(Duration limit) {
    const Instant begin = ada.now;
    heard_ = reached_ = {};
    while (ada.now - begin < limit) {
      Step();
      if (heard_ > begin && reached_ > begin) return ada.now - begin;
    }
    return std::nullopt;
  }

  /// Nothing: the client has no address.
  std::optional<int> address = 1;
  Loss loss = Loss::kReported;
  bool answers_pings = true;
  bool latches = true;
  /// So many packets that come over a new socket are lost on the way.
  int lost_packets = 0;
  /// The speaker whom the service forwards is silent, too.
  bool far_silence = false;
  End ada{kAdaSsrc, 0xc000'0000};

  [[nodiscard]] std::uint64_t moves() { return ada.Stats().path_moves; }
  /// Op 1 with the address that discovery found.
  void Select() { latched_ = present_; }

 private:
  void Step() {
    if (talking_) Hum();
    const Instant next = ada.now + kBlockDuration;
    ada.now = next;
    ada.media.Tick(next, next, ada.outbox);
    Act();
    Outbox& outbox = ada.outbox;
    for (std::size_t at = 0; at < outbox.size(); ++at) {
      const Datagram datagram(outbox[at].begin(), outbox[at].end());
      ada.media.HandleSent(datagram, Send(datagram), next);
    }
    outbox.Clear();
    Act();
    ServiceSends();
    ada.media.AfterDatagrams(next);
    Act();
    ada.Drain();
  }

  void Act() {
    const PathAction action = ada.media.TakePathAction();
    if (action == PathAction::kSettle) former_.reset();
    if (action != PathAction::kOpenAnother) return;
    if (!address) return ada.media.HandlePathOpenFailed();
    if (!former_) former_ = present_;
    present_ = sockets_.size();
    sockets_.push_back(address);
  }

  SendResult Send(Datagram datagram) {
    if (sockets_[present_] != address) {
      return loss == Loss::kReported ? SendResult::kPathError : SendResult::kSent;
    }
    switch (rtp::Classify(datagram)) {
      case rtp::DatagramKind::kPingRequest:
        if (answers_pings) Deliver(Pong(datagram), present_);
        break;
      case rtp::DatagramKind::kDiscoveryRequest:
        Deliver(Discovered(datagram), present_);
        break;
      case rtp::DatagramKind::kRtp:
        if (present_ > 0 && lost_packets > 0) {
          --lost_packets;
          break;
        }
        if (!service_->OpenRtp(datagram)) break;
        reached_ = ada.now;
        if (latches) latched_ = present_;
        break;
      default:
        break;
    }
    return SendResult::kSent;
  }

  void ServiceSends() {
    if (far_silence) return;
    Datagram packet(rtp::kMaxSealedPacket);
    ByteWriter out(packet);
    rtp::WriteHeader(out, Sequence(sequence_), RtpTimestamp(960U * sequence_), kBenSsrc);
    ++sequence_;
    packet[out.size()] = 0xf8;
    packet.resize(service_->Seal(packet, out.size(), 1));
    if (sockets_[latched_] == address) heard_ = ada.now;
    Deliver(packet, latched_);
  }

  /// To one of the client's sockets; read only when it is open.
  void Deliver(Datagram datagram, std::size_t socket) {
    if (sockets_[socket] != address) return;
    if (socket == present_)
      ada.media.HandleDatagram(datagram, Via::kPresent, ada.now);
    else if (socket == former_)
      ada.media.HandleDatagram(datagram, Via::kFormer, ada.now);
    else
      heard_ = {};
  }

  static Datagram Pong(Datagram ping) {
    const Datagram magic{0x13, 0x37, 0xf0, 0x0d};
    std::ranges::copy(magic, ping.begin());
    return ping;
  }

  static Datagram Discovered(Datagram request) {
    request[1] = 2;
    const std::string_view text = "127.0.0.1";
    std::ranges::copy(text, request.begin() + 8);
    request[73] = 9;
    return request;
  }

  void Hum() {
    AudioBlock block;
    for (std::size_t i = 0; i < kBlockSamples; ++i) {
      phase_ += 2 * 3.14159265358979 * 440 / kSampleRate;
      block[2 * i] = block[2 * i + 1] = static_cast<std::int16_t>(8000 * std::sin(phase_));
    }
    (void)pcm_->queue().Write(block);
  }

  bool talking_;
  player::PcmSource* pcm_ = nullptr;
  double phase_ = 0;
  std::unique_ptr<rtp::Sealer> service_ = MakeSealer(0x8000'0000);
  std::uint16_t sequence_ = 0;
  std::vector<std::optional<int>> sockets_;  ///< by number: the address each is bound to
  std::size_t present_ = 0;
  std::optional<std::size_t> former_;
  std::size_t latched_ = 0;
  Instant heard_{};
  Instant reached_{};
};

TEST(PathMove, DoesNotMoveWhileThePathWorks) {
  for (const bool talking : {true, false}) {
    Roaming it(talking);
    it.Run(3min);
    EXPECT_EQ(it.moves(), 0u);
    EXPECT_EQ(it.ada.Count<event::PathSilent>(), 0);
  }
}

TEST(PathMove, FlowsAgainWithinThreeSecondsWhileTalking) {
  Roaming it(true);
  it.address = 2;
  const auto time = it.UntilBothWays(10s);
  ASSERT_TRUE(time.has_value());
  EXPECT_LE(*time, 3s);
  EXPECT_EQ(it.moves(), 1u);
}

TEST(PathMove, FlowsAgainWithinEightSecondsWhileSilent) {
  Roaming it(false);
  it.Run(1s);
  it.address = 2;
  const auto time = it.UntilBothWays(20s);
  ASSERT_TRUE(time.has_value());
  EXPECT_LE(*time, 8s);
}

TEST(PathMove, FlowsAgainWithinTwentySecondsWherePacketsVanish) {
  for (const bool talking : {true, false}) {
    for (const Duration into : {0s, 1s, 2s, 4s}) {
      Roaming it(talking);
      it.loss = Loss::kVanish;
      it.Run(into);
      it.address = 2;
      const auto time = it.UntilBothWays(40s);
      ASSERT_TRUE(time.has_value());
      EXPECT_LE(*time, 20s);
    }
  }
}

TEST(PathMove, FollowsAnAddressThatComesLater) {
  Roaming it(true);
  it.address.reset();
  it.Run(35s);
  EXPECT_EQ(it.ada.Count<event::PathSilent>(), 1);
  EXPECT_EQ(it.ada.Count<event::PathLost>(), 3);
  EXPECT_EQ(it.ada.Count<event::PathBack>(), 0);
  it.address = 2;
  const auto time = it.UntilBothWays(10s);
  ASSERT_TRUE(time.has_value());
  EXPECT_LE(*time, 3s);
  it.Run(100ms);
  EXPECT_EQ(it.ada.Count<event::PathBack>(), 1);
}

TEST(PathMove, FollowsAnAddressThatChangesTwice) {
  Roaming it(true);
  it.loss = Loss::kVanish;
  it.address = 2;
  it.Run(11s);
  it.address = 3;
  const auto time = it.UntilBothWays(40s);
  ASSERT_TRUE(time.has_value());
  EXPECT_LE(*time, 20s);
}

TEST(PathMove, DoesNotReportAMoveThatTakesLessThanTwoSeconds) {
  Roaming it(true);
  it.address = 2;
  it.Run(10s);
  EXPECT_EQ(it.moves(), 1u);
  EXPECT_EQ(it.ada.Count<event::PathSilent>() + it.ada.Count<event::PathBack>(), 0);
}

TEST(PathMove, AServiceThatAnswersNoPingIsNotADeadPath) {
  Roaming it(false);
  it.ada.Do(command::OpenPath{kAdaSsrc});  // a voice session that has had no answer yet
  it.ada.Do(command::SetKey{MakeSealer(0xd000'0000)});
  it.answers_pings = false;
  it.far_silence = true;
  it.Run(3min);
  it.ada.Do(command::CheckPath{});
  it.Run(10s);
  EXPECT_EQ(it.moves(), 0u);
  EXPECT_EQ(it.ada.Count<event::PathSilent>() + it.ada.Count<event::PathLost>(), 0);
}

TEST(PathMove, ReplacesADeadPathWithinASecondOfAResume) {
  Roaming it(false);
  it.loss = Loss::kVanish;
  it.address = 2;
  it.ada.Do(command::CheckPath{});
  const auto time = it.UntilBothWays(10s);
  ASSERT_TRUE(time.has_value());
  EXPECT_LE(*time, 1500ms);
}

TEST(PathMove, AfterAResumeAPathThatAnswersStays) {
  Roaming it(false);
  it.far_silence = true;
  it.ada.Do(command::CheckPath{});
  it.Run(10s);
  EXPECT_EQ(it.moves(), 0u);
}

TEST(PathMove, ReplacesThePathAfterSleep) {
  Roaming it(false);
  it.loss = Loss::kVanish;
  it.address = 2;
  it.ada.media.HandleWoke(it.ada.now);
  const auto time = it.UntilBothWays(10s);
  ASSERT_TRUE(time.has_value());
  EXPECT_LE(*time, 1s);
}

TEST(PathMove, AServiceThatDoesNotLatchLearnsTheNewAddress) {
  Roaming it(true);
  it.latches = it.answers_pings = false;
  it.address = 2;
  it.Run(11s);
  EXPECT_EQ(it.ada.Count<event::PathLost>(), 1);
  it.ada.Do(command::Rediscover{});
  it.Run(1s);
  EXPECT_EQ(it.ada.Count<event::AddressFound>(), 2);
  it.Select();
  const auto time = it.UntilBothWays(2s);
  ASSERT_TRUE(time.has_value());
  it.Run(100ms);
  EXPECT_EQ(it.ada.Count<event::PathBack>(), 1);
}

TEST(PathMove, KeepsTheNumbersOfPacketsGoing) {
  Roaming it(true);
  it.address = 2;
  it.Run(10s);
  // the service opened everything with the same key and counters: no packet was rejected as a copy
  EXPECT_EQ(it.ada.Stats().rejected.replay, 0u);
  EXPECT_EQ(it.ada.Count<event::KeyExhausted>(), 0);
}

TEST(PathMove, TheServiceLearnsTheAddressThoughFirstProbesAreLost) {
  Roaming it(false);
  it.address = 2;
  it.lost_packets = 3;
  const auto time = it.UntilBothWays(20s);
  ASSERT_TRUE(time.has_value());
  EXPECT_LE(*time, 8s);
}

TEST(PathMove, AProbeIsNotSpeech) {
  Roaming it(false);
  it.address = 2;
  it.Run(20s);
  EXPECT_EQ(it.moves(), 1u);
  EXPECT_EQ(it.ada.Count<event::Speaking>(), 0);
}

}  // namespace SDKPP_TEST_FILE
}  // namespace sdkpp::session
