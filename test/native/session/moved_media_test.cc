#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <memory>
#include <random>
#include <set>
#include <vector>

#include "core/base/field_reader.h"
#include "core/base/field_writer.h"
#include "core/rtp/control.h"
#include "core/rtp/datagram_kind.h"
#include "core/rtp/reports.h"
#include "session/media_caller.h"
#include "session/media_end.h"
#include "support/allocation_guard.h"
#include "support/rounds.h"
#include "support/saved_fields.h"

namespace sdkpp::session {
namespace SDKPP_TEST_FILE {

constexpr std::uint32_t kAdaCounters = 0xc000'0000;
constexpr std::array<std::uint8_t, crypto::kAeadKeySize> kKey{1, 2, 3};

crypto::Aead TransportKey() {
  return std::move(*crypto::Aead::Create(crypto::AeadAlgorithm::kAes256Gcm, kKey));
}

std::vector<std::uint8_t> Packet(std::mt19937& random) {
  // CELT in stereo, 20 ms or 10 ms
  std::vector<std::uint8_t> packet(40 + random() % 120, static_cast<std::uint8_t>(random()));
  packet[0] = random() % 8 == 0 ? 0xf4 : 0xfc;
  return packet;
}

std::array<std::uint8_t, 16> Base(std::uint8_t user, std::uint32_t epoch) {
  return {user, static_cast<std::uint8_t>(epoch), static_cast<std::uint8_t>(epoch >> 8), 7};
}

/// Jitter is measured anew: of a receiver report the plain bytes but for it, everything else as it is.
Datagram WithoutJitter(const Datagram& datagram) {
  constexpr std::size_t kJitter = 12;  // in a block behind the clear bytes
  if (rtp::Classify(datagram) != rtp::DatagramKind::kRtcp || datagram[1] != rtp::kReceiverReportType)
    return datagram;
  Datagram copy = datagram;
  const auto report = rtp::Sealer(TransportKey(), 0).OpenRtcp(copy);
  EXPECT_TRUE(report);
  Datagram plain(report->clear.begin(), report->clear.end());
  plain.insert(plain.end(), report->body.begin(), report->body.end());
  std::fill_n(plain.begin() + rtp::kRtcpClearSize + kJitter, 4, std::uint8_t{0});
  return plain;
}

/// A call as its process leaves it, in the room that a move has for it.
struct Blob {
  explicit Blob(Caller& caller) {
    caller.Leave();
    const test::AllocationGuard guard;
    FieldWriter out(room, caller.end->now);
    caller.end->media.Save(out);
    caller.end->media.SavePackets(out);
    EXPECT_TRUE(out.ok());
    size = out.written().size();
  }
  [[nodiscard]] std::span<const std::uint8_t> bytes() const { return std::span(room).first(size); }

  std::vector<std::uint8_t> room = std::vector<std::uint8_t>(std::size_t{256} * 1024);
  std::size_t size = 0;
};

std::unique_ptr<End> Fresh() { return std::make_unique<End>(MediaSeed{Sequence(1), RtpTimestamp(2), 3}); }

/// One call that stays where it is, and the same call after it has moved, in step.
class Move {
 public:
  explicit Move(std::uint32_t seed) : random_(seed) {
    stayed.Do(command::OpenPath{kAdaSsrc});
    stayed.Do(command::SetKey{MakeSealer(kAdaCounters)});
    stayed.Do(command::SetAudioMode{AudioMode::kContinuous});
    stayed.Do(command::Announced{});
    ben_.Do(command::SetInput{OpenBen(), 1});
    ben_.Do(command::Announced{});
    Both(command::MapSsrc{kBenSsrc, kBen, nullptr});
  }

  void Live(int ticks) {
    for (int tick = 0; tick < ticks && !testing::Test::HasFatalFailure(); ++tick) {
      Happen();
      deadline_ += kBlockDuration;
      Talk();
      Tick(tick);
      AnswerSpeakers();
    }
  }
  /// Until nothing is sent any more: statistics are published at different ticks.
  void FallSilent() {
    for (int tick = 0; tick < 100 && !testing::Test::HasFatalFailure(); ++tick) {
      deadline_ += kBlockDuration;
      Tick(tick);
    }
    stayed.Leave();
    moved->Leave();
  }

  void MoveNow() {
    const Blob blob(stayed);
    auto end = Fresh();
    end->now = stayed.end->now;
    moved = std::make_unique<Caller>(std::move(end));
    moved->Do(command::SetAudioMode{AudioMode::kContinuous});
    moved->Do(command::SetSelfMute{muted_});
    HandOverInput();
    RestoreFault fault;
    FieldReader in(blob.bytes(), stayed.end->now, "media", fault);
    moved->end->media.Restore(in, TransportKey());
    ASSERT_FALSE(fault) << fault.record << ", " << fault.field;
    const Blob again(*moved);
    ASSERT_TRUE(std::ranges::equal(again.bytes(), blob.bytes())) << "nothing gets lost on the way";
    stayed.end->seen.clear();
    moved->end->seen.clear();
  }

  /// Bytes of the call as it is now.
  [[nodiscard]] Blob Save() { return Blob(stayed); }

  Caller stayed{std::make_unique<End>()};
  std::unique_ptr<Caller> moved;

 private:
  template <class Command>
  void Each(const Command& make) {
    make(stayed);
    if (moved) make(*moved);
  }
  void Both(command::MapSsrc map) {
    Each([&](Caller& each) { each.Do(command::MapSsrc{map.ssrc, map.user, Speaker::Create()}); });
  }
  std::unique_ptr<player::Source> OpenBen() {
    auto input = std::make_unique<player::OpusSource>();
    ben_input_ = input.get();
    return input;
  }

  void Tick(int tick) {
    const Duration late = std::chrono::microseconds(random_() % 3000);
    const auto sent = stayed.Tick(deadline_, late);
    if (moved) Compare(moved->Tick(deadline_, late), sent, tick);
  }

  static void Compare(const std::vector<Datagram>& moved, const std::vector<Datagram>& stayed, int tick) {
    ASSERT_EQ(moved.size(), stayed.size()) << "tick " << tick;
    for (std::size_t at = 0; at < stayed.size(); ++at) {
      ASSERT_EQ(WithoutJitter(moved[at]), WithoutJitter(stayed[at])) << "tick " << tick;
    }
  }

  /// What the source has not played yet goes on there.
  void HandOverInput() {
    std::vector<std::vector<std::uint8_t>> left;
    for (auto block = stayed.input().Next(); block.kind == player::SourceBlock::Kind::kOpus;
         block = stayed.input().Next()) {
      left.emplace_back(block.opus.begin(), block.opus.end());
    }
    for (const auto& packet : left) Each([&](Caller& each) { each.Write(packet); });
  }

  /// Own packets, with pauses, and some that come together.
  void Talk() {
    if (random_() % 40 == 0) talking_ = !talking_;
    const int packets = talking_ ? static_cast<int>(1 + (random_() % 10 == 0 ? 1 : 0)) : 0;
    for (int at = 0; at < packets; ++at) {
      const auto packet = Packet(random_);
      Each([&](Caller& each) { each.Write(packet); });
    }
    HearBen();
  }

  /// Packets of the other user: some are lost, some come twice.
  void HearBen() {
    (void)ben_input_->Write(Packet(random_));
    for (const Datagram& datagram : ben_.Tick(deadline_)) {
      if (random_() % 20 == 0) continue;
      for (int copies = random_() % 20 == 0 ? 2 : 1; copies > 0; --copies) {
        Each([&](Caller& each) { each.Receive(datagram); });
      }
      old_.push_back(datagram);
    }
    if (random_() % 10 == 0 && !old_.empty()) {
      const Datagram& again = old_[random_() % old_.size()];
      Each([&](Caller& each) { each.Receive(again); });
    }
  }

  void Happen() {
    if (random_() % 60 == 0) {
      muted_ = !muted_;
      Each([&](Caller& each) { each.Do(command::SetSelfMute{muted_}); });
    }
    if (random_() % 50 == 0) EnterEpoch();
    if (random_() % 50 == 0 && epoch_ > 0) {
      Each([&](Caller& each) { each.Do(command::DaveExecuteSend{epoch_}); });
      ben_.Do(command::DaveExecuteSend{epoch_});
    }
    if (random_() % 200 == 0) Each([](Caller& each) { each.Do(command::DaveSendNothing{}); });
    if (random_() % 100 == 0) Each([&](Caller& each) { each.Do(command::DaveExpireReceive{kBen}); });
    if (random_() % 100 == 0) {
      Each([](Caller& each) { each.Do(command::DaveSetPassthrough{FrameDecryption::kForever}); });
    }
  }

  void EnterEpoch() {
    const auto id = ++epoch_;
    const auto ada = Base(1, id);
    const auto ben = Base(2, id);
    Each([&](Caller& each) {
      each.Do(command::DaveInstallSend{dave::FrameSealer::Create(id, dave::BaseBytes(ada))});
      each.Do(command::DaveInstallReceive{kBen, dave::ReceiveRatchet::Create(id, dave::BaseBytes(ben))});
    });
    ben_.Do(command::DaveInstallSend{dave::FrameSealer::Create(id, dave::BaseBytes(ben))});
  }

  /// As Signalling does.
  void AnswerSpeakers() {
    Each([](Caller& each) {
      bool needed = false;
      for (const MediaEvent& event : each.end->seen) {
        needed = needed || std::holds_alternative<event::SpeakerNeeded>(event);
      }
      if (needed) each.Do(command::MapSsrc{kBenSsrc, kBen, Speaker::Create()});
    });
  }

  std::mt19937 random_;
  Instant deadline_{10s};
  End ben_{kBenSsrc, 0x1000};
  player::OpusSource* ben_input_ = nullptr;
  std::vector<Datagram> old_;
  std::uint32_t epoch_ = 0;
  bool talking_ = true;
  bool muted_ = false;
};

TEST(MovedMedia, TakesNothingFromADamagedRecord) {
  Move move(3);
  move.Live(600);
  const Blob blob = move.Save();
  const test::Record record(blob.bytes().begin(), blob.bytes().end());
  const auto restore = [](FieldReader& in) {
    const auto end = Fresh();
    end->now = in.now();
    end->media.Restore(in, TransportKey());
    // what has no fault is a call like another
    for (int tick = 0; in.ok() && tick < 3; ++tick) (void)end->Tick(end->now + kBlockDuration);
  };
  test::ExpectEachFieldNeeded(record, move.stayed.end->now, restore, {1, 8});
  test::RestoreDamaged(record, move.stayed.end->now, restore, 400);
}

TEST(MovedMedia, SendsTheSameDatagrams) {
  for (int seed = 1; seed <= test::Rounds(40); ++seed) {
    SCOPED_TRACE(seed);
    Move move(static_cast<std::uint32_t>(seed));
    move.Live(260 + seed * 37 % 900);  // behind the discovery, which nobody answers
    move.MoveNow();
    if (testing::Test::HasFatalFailure()) return;
    move.Live(700);
    move.FallSilent();
    if (testing::Test::HasFatalFailure()) return;
    const MediaStats& stayed = move.stayed.end->Stats();
    const MediaStats& moved = move.moved->end->Stats();
    EXPECT_EQ(moved.packets_sent, stayed.packets_sent);
    EXPECT_EQ(moved.packets_received, stayed.packets_received);
    EXPECT_EQ(moved.rejected.replay, stayed.rejected.replay);
    ASSERT_EQ(moved.remotes.size(), stayed.remotes.size());
    for (std::size_t at = 0; at < stayed.remotes.size(); ++at) {
      EXPECT_EQ(moved.remotes[at].user, stayed.remotes[at].user);
      EXPECT_EQ(moved.remotes[at].e2ee.opened, stayed.remotes[at].e2ee.opened);
      EXPECT_EQ(moved.remotes[at].e2ee.undecryptable, stayed.remotes[at].e2ee.undecryptable);
    }
  }
}

}  // namespace SDKPP_TEST_FILE
}  // namespace sdkpp::session
