#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <memory>
#include <random>
#include <set>
#include <utility>
#include <vector>

#include "core/base/field_reader.h"
#include "core/base/field_writer.h"
#include "core/dave/frame_layout.h"
#include "core/rtp/control.h"
#include "core/rtp/datagram_kind.h"
#include "session/media_caller.h"
#include "session/media_end.h"
#include "support/allocation_guard.h"
#include "support/saved_fields.h"

// A call that outlives its process, as the media thread sees it.

namespace sdkpp::session {
namespace SDKPP_TEST_FILE {

constexpr std::uint32_t kFirst = 0xc000'0000;
constexpr std::array<std::uint8_t, crypto::kAeadKeySize> kKey{1, 2, 3};

crypto::Aead KeyOfCall() { return std::move(*crypto::Aead::Create(crypto::AeadAlgorithm::kAes256Gcm, kKey)); }

command::Grant Granted(NumberRange range) { return {range, kFirst}; }

/// The ratchet of an epoch, as Signalling makes it.
std::unique_ptr<dave::FrameSealer> Ratchet(std::uint8_t epoch, NumberRange range) {
  const std::array<std::uint8_t, dave::kBaseSize> base{epoch, 7};
  auto sealer = dave::FrameSealer::Create(epoch, dave::BaseBytes(base));
  range.Confine(*sealer);
  return sealer;
}

/// The numbers that were used, each under its key.
struct Used {
  std::set<std::uint64_t> transport;
  std::set<std::pair<std::uint8_t, std::uint32_t>> frames;
  Sequence newest_sequence;
  RtpTimestamp newest_timestamp;

  void Add(const Datagram& datagram, std::uint8_t epoch) {
    const auto kind = rtp::Classify(datagram);
    if (kind != rtp::DatagramKind::kRtp && kind != rtp::DatagramKind::kRtcp) return;
    ByteReader counter(std::span<const std::uint8_t>(datagram).last(rtp::kCounterSize));
    ASSERT_TRUE(transport.insert(counter.U32() - kFirst).second) << "a counter twice";
    if (kind != rtp::DatagramKind::kRtp) return;
    Datagram copy = datagram;
    const auto packet = rtp::Sealer(KeyOfCall(), 0).OpenRtp(copy);
    ASSERT_TRUE(packet);
    newest_sequence = packet->header.sequence;
    newest_timestamp = packet->header.timestamp;
    if (epoch == 0) return;
    const auto frame = dave::ParseFrame(packet->payload);
    ASSERT_TRUE(frame);
    ASSERT_TRUE(frames.insert({epoch, frame->nonce}).second) << "a frame number twice";
  }
};

/// One process that has the call, or had it.
class Life {
 public:
  explicit Life(std::unique_ptr<End> end, Instant deadline) : caller(std::move(end)), deadline_(deadline) {
    caller.end->now = deadline;
  }
  /// Joins a call; ticks as if nothing ever answered but the discovery.
  static std::unique_ptr<Life> Join() {
    auto life = std::make_unique<Life>(std::make_unique<End>(), Instant{10s});
    life->caller.Do(command::OpenPath{kAdaSsrc});
    life->caller.Do(command::SetAudioMode{AudioMode::kContinuous});
    for (Datagram& datagram : life->caller.Tick(Instant{10s}, {})) {
      datagram[1] = 2;
      std::memcpy(datagram.data() + 8, "127.0.0.1", 10);
      life->caller.Receive(datagram);
    }
    life->caller.Do(command::Announced{});
    return life;
  }
  void Key(NumberRange range) {
    auto sealer = MakeSealer(kFirst);
    range.Confine(*sealer, kFirst);
    caller.Do(command::SetKey{std::move(sealer)});
  }
  void Enter(std::uint8_t epoch, NumberRange range) {
    caller.Do(command::DaveInstallSend{Ratchet(epoch, range)});
    caller.Do(command::DaveExecuteSend{epoch});
    epoch_ = epoch;
  }
  /// @returns how many datagrams were sent
  std::size_t Talk(int ticks, Used& used, Duration late = {}) {
    std::size_t count = 0;
    for (int tick = 0; tick < ticks; ++tick) {
      deadline_ += kBlockDuration;
      caller.Write(kPacket);
      const auto sent = caller.Tick(deadline_, late);
      for (const Datagram& datagram : sent) {
        count += datagram.empty() ? 0 : 1;  // the fast path tells that there was none
        if (!datagram.empty()) used.Add(datagram, epoch_);
      }
    }
    return count;
  }
  /// What the media thread saves of a session that runs.
  test::Record Snapshot(std::size_t room = std::size_t{64} * 1024) {
    auto snapshot = std::make_unique<session::Snapshot>(room, 7);
    caller.Do(command::Save{std::move(snapshot)});
    for (MediaEvent& event : caller.end->seen) {
      auto* saved = std::get_if<event::Saved>(&event);
      if (saved == nullptr || !saved->snapshot) continue;
      EXPECT_EQ(saved->snapshot->number, 7u);
      const auto snapshot_taken = std::move(saved->snapshot);
      if (!snapshot_taken->is_whole) return {};
      return {snapshot_taken->bytes.bytes().begin(), snapshot_taken->bytes.bytes().end()};
    }
    ADD_FAILURE() << "no answer";
    return {};
  }
  /// The process that goes on after this one died, `age` after `record` was written.
  [[nodiscard]] std::unique_ptr<Life> Succeed(const test::Record& record, Duration age, NumberRange range,
                                              Sequence sequence) const {
    auto life =
        std::make_unique<Life>(std::make_unique<End>(MediaSeed{Sequence(1), RtpTimestamp(2), 3}), deadline_);
    life->epoch_ = epoch_;
    life->caller.Do(command::SetAudioMode{AudioMode::kContinuous});
    RestoreFault fault;
    FieldReader in(record, deadline_, "media", fault, age);
    life->caller.end->media.Restore(in, KeyOfCall());
    EXPECT_FALSE(fault) << fault.record << ", " << fault.field;
    life->caller.end->media.Succeed(Granted(range), sequence);
    return life;
  }
  [[nodiscard]] std::uint8_t epoch() const { return epoch_; }
  [[nodiscard]] Instant deadline() const { return deadline_; }
  void Pass(Duration time) { deadline_ += time; }

  Caller caller;

 private:
  static inline const std::vector<std::uint8_t> kPacket = std::vector<std::uint8_t>(60, 0xfc);

  Instant deadline_;
  std::uint8_t epoch_ = 0;
};

class KeptMedia : public testing::TestWithParam<bool> {
 protected:
  /// A call that talks, on its fast path or off it.
  void Begin(NumberRange range) {
    life = Life::Join();
    life->caller.may_be_fast = GetParam();
    life->Key(range);
    life->Enter(1, range);
    (void)life->Talk(10, used);
    ASSERT_EQ(life->caller.is_fast(), GetParam());
  }
  std::unique_ptr<Life> life;
  Used used;
};

INSTANTIATE_TEST_SUITE_P(OnTheFastPathAndOffIt, KeptMedia, testing::Bool());

TEST_P(KeptMedia, IsSilentAtItsLimitAndGoesOnWithTheNextGrant) {
  Begin({100, 130});
  EXPECT_EQ(*used.transport.begin(), 100u);
  (void)life->Talk(50, used);
  EXPECT_EQ(*used.transport.rbegin(), 129u);
  const auto before = used.transport.size();
  EXPECT_EQ(life->Talk(50, used), 0u);
  life->caller.Do(Granted({100, 140}));
  EXPECT_EQ(life->Talk(40, used), 10u);
  EXPECT_EQ(used.transport.size(), before + 10);
  EXPECT_EQ(*used.transport.rbegin(), 139u);
  EXPECT_LE(used.frames.rbegin()->second, 140u) << "numbers of frames begin at 1";
  life->caller.Do(Granted({100, 120}));
  EXPECT_EQ(life->Talk(5, used), 0u) << "a lower limit is ignored";
  EXPECT_EQ(life->caller.end->Count<event::KeyExhausted>(), 0);
  life->caller.Do(Granted({100, 10'000}));
  EXPECT_GE(life->Talk(5, used), 5u);
}

TEST_P(KeptMedia, IsConfinedWhileItRuns) {
  life = Life::Join();
  life->caller.may_be_fast = GetParam();
  life->caller.Do(command::SetKey{MakeSealer(kFirst)});
  (void)life->Talk(20, used);
  life->caller.Do(Granted({500, 510}));
  const auto before = used.transport.size();
  (void)life->Talk(20, used);
  EXPECT_EQ(used.transport.size(), before + 10);
  EXPECT_TRUE(used.transport.contains(500));
  EXPECT_EQ(*used.transport.rbegin(), 509u);
}

TEST_P(KeptMedia, SavesTheSameWhileItRunsAsBetweenTicks) {
  Begin({0, 1000});
  (void)life->Talk(33, used);
  const test::Record running = life->Snapshot();
  ASSERT_FALSE(running.empty());
  EXPECT_EQ(running, test::Save(life->caller.end->media, life->caller.end->now));
  EXPECT_TRUE(life->Snapshot(64).empty()) << "too little room is told";
  EXPECT_GE(life->Talk(10, used), 10u) << "it goes on";
}

TEST_P(KeptMedia, GoesOnAtTheTimeThatPassed) {
  Begin({0, 1000});
  (void)life->Talk(40, used);
  const test::Record record = life->Snapshot();
  const auto at = used.newest_timestamp;
  const auto sequence = used.newest_sequence;
  life->Pass(1200ms);
  const auto successor =
      life->Succeed(record, 1200ms, {1000, 2000}, Sequence(static_cast<std::uint16_t>(sequence.raw() + 110)));
  EXPECT_GE(successor->Talk(1, used), 1u);
  EXPECT_EQ(Distance(sequence, used.newest_sequence), 110);
  EXPECT_EQ(Distance(at, used.newest_timestamp), (1200 / 20 + 1) * 960);
  EXPECT_GE(*used.transport.rbegin(), 1000u);
  EXPECT_GT(used.frames.rbegin()->second, 1000u);
}

TEST_P(KeptMedia, NotesEachTickBeforeItsPacketsLeave) {
  Begin({0, 1000});
  TideSlot slot;
  slot.Begin(3, {.input = 1, .count = 4, .start_us = 250});
  life->caller.Do(command::KeepTide{&slot});
  for (int tick = 0; tick < 60; ++tick) {
    ASSERT_GE(life->Talk(1, used), 1u);
    const auto noted = slot.Read(3);
    ASSERT_TRUE(noted);
    EXPECT_EQ(noted->tick.at, life->deadline());
    EXPECT_EQ(Distance(used.newest_sequence, noted->tick.next_sequence), 1);
    EXPECT_EQ(noted->tick.samples, (11u + tick) * kBlockSamples);
    EXPECT_TRUE(noted->is_playing);
    ASSERT_TRUE(noted->source);
    EXPECT_EQ(noted->source->count, 4u);
  }
  EXPECT_EQ(life->caller.is_fast(), GetParam());
  life->caller.Do(command::SetInput{nullptr, 2});
  life->caller.Tick(life->deadline() + 20ms, {});
  const auto silent = slot.Read(3);
  ASSERT_TRUE(silent);
  EXPECT_EQ(silent->tick.samples, std::nullopt);
  EXPECT_FALSE(silent->is_playing);
  EXPECT_FALSE(silent->source) << "that is the one before";
}

TEST_P(KeptMedia, LeavesWhatItNotedAloneWhileNothingIsSent) {
  Begin({0, 1000});
  TideSlot slot;
  slot.Begin(3, {});
  life->caller.Do(command::KeepTide{&slot});
  life->caller.Do(command::SetInput{nullptr, 2});
  Instant now = life->deadline();
  int notes = 0;
  for (int tick = 0; tick < 50; ++tick) {
    life->caller.Tick(now += 20ms, {});
    const auto noted = slot.Read(3);
    ASSERT_TRUE(noted);
    EXPECT_GT(noted->tick.at, now - 100ms) << "its process lives";
    notes += noted->tick.at == now ? 1 : 0;
  }
  EXPECT_LT(notes, 20);
  TideSlot other;
  other.Begin(4, {});
  life->caller.Do(command::KeepTide{&other});
  life->caller.Tick(now += 20ms, {});
  EXPECT_TRUE(other.Read(4)) << "at once, also when the one before was full";
}

/// The one that died may not be dead, and may have used all that it was granted after the record was written.
TEST(KeptCall, UsesNoNumberTwiceHoweverOftenItsProcessDies) {
  for (std::uint32_t seed = 1; seed <= 20; ++seed) {
    SCOPED_TRACE(seed);
    std::mt19937 engine(seed);
    const auto random = [&engine] { return static_cast<std::uint32_t>(engine()); };
    Used used;
    NumberRange range{0, 60};
    std::uint8_t epoch = 1;
    auto life = Life::Join();
    life->Key(range);
    life->Enter(epoch, range);
    for (int death = 0; death < 25; ++death) {
      (void)life->Talk(static_cast<int>(random() % 40), used);
      const test::Record record = life->Snapshot();
      const auto written = life->deadline();
      const bool enters = random() % 2 == 0;
      if (enters) life->Enter(++epoch, range);
      (void)life->Talk(static_cast<int>(random() % 60), used);
      if (random() % 2 == 0) {
        range.limit += random() % 30;
        life->caller.Do(Granted(range));
        (void)life->Talk(static_cast<int>(random() % 40), used);
      }
      range = {range.limit, range.limit + 1 + random() % 60};
      auto successor = life->Succeed(record, life->deadline() - written, range, Sequence(0));
      if (enters) successor->Enter(epoch, range);  // it hears of that epoch once more
      (void)successor->Talk(static_cast<int>(random() % 30), used);
      (void)life->Talk(static_cast<int>(random() % 60), used);
      life = std::move(successor);
      if (testing::Test::HasFatalFailure()) return;
    }
    EXPECT_GT(used.transport.size(), 300u);
    EXPECT_GT(used.frames.size(), 300u);
  }
}

TEST(KeptCall, MayHaveNoRatchetOrNoKeyYet) {
  Used used;
  auto life = Life::Join();
  auto successor = life->Succeed(life->Snapshot(), 3s, {10, 20}, Sequence(5));
  EXPECT_EQ(successor->Talk(1, used), 1u) << "a ping";
  life->Key({0, 10});
  (void)life->Talk(3, used);
  successor = life->Succeed(life->Snapshot(), 3s, {10, 20}, Sequence(5));
  (void)successor->Talk(5, used);
  EXPECT_TRUE(used.transport.contains(10));
}

TEST(KeptCall, MayBeWithAServiceThatAnswersNoPing) {
  Used used;
  auto life = Life::Join();
  life->Key({0, 10'000});
  for (int ping = 0; ping < 20; ++ping) {
    life->Pass(5s);
    (void)life->Talk(2, used);
  }
  const auto successor = life->Succeed(life->Snapshot(), 0s, {10'000, 20'000}, Sequence(5));
  EXPECT_GE(successor->Talk(5, used), 5u);
}

TEST(KeptCall, NeverGoesBackInItsNumbers) {
  Used used;
  auto life = Life::Join();
  life->Key({0, 100});
  (void)life->Talk(50, used);
  const auto successor = life->Succeed(life->Snapshot(), 0s, {20, 200}, Sequence(5));
  (void)successor->Talk(5, used);
  EXPECT_GT(used.transport.size(), 50u);
}

TEST(KeptCall, DropsTheSoundThatWaitedToBeSealed) {
  Used used;
  auto life = Life::Join();
  life->Key({0, 1000});
  (void)life->Talk(5, used);
  life->caller.Do(command::DaveInstallSend{Ratchet(1, {0, 1000})});
  life->caller.Do(command::DaveSendNothing{});
  EXPECT_EQ(life->Talk(4, used), 0u);
  auto successor = life->Succeed(life->Snapshot(), 0s, {1000, 2000}, Sequence(5));
  successor->Enter(1, {1000, 2000});
  EXPECT_EQ(successor->caller.Tick(successor->deadline() + 20ms, {}).size(), 1u)
      << "the silence that ends speech, and none of the frames before";
}

// Standing still --------------------------------------------------------------------------------------------

TEST_P(KeptMedia, HoldsBackBeforeThePacketAfterAStandstill) {
  Begin({0, 1000});
  life->caller.Do(command::HoldWhenLate{true});
  (void)life->Talk(10, used);
  ASSERT_EQ(life->caller.is_fast(), GetParam());
  life->Pass(1s);
  EXPECT_EQ(life->Talk(100, used), 0u) << "neither sound nor reports nor pings";
  ASSERT_EQ(life->caller.end->Count<event::Stalled>(), 1);
  life->caller.Do(command::GoOn{1});
  EXPECT_GE(life->Talk(5, used), 5u);
  EXPECT_EQ(life->caller.end->Count<event::Stalled>(), 1);
}

TEST_P(KeptMedia, HoldsBackWhenATickBeginsASecondLate) {
  Begin({0, 1000});
  life->caller.Do(command::HoldWhenLate{true});
  EXPECT_EQ(life->Talk(1, used, 1s), 0u);
  EXPECT_EQ(life->caller.end->Count<event::Stalled>(), 1);
}

TEST_P(KeptMedia, HoldsBackAfterTheMachineSlept) {
  Begin({0, 1000});
  life->caller.Do(command::HoldWhenLate{true});
  life->caller.Leave();
  life->caller.end->media.HandleSlept(999ms);
  EXPECT_GE(life->Talk(5, used), 5u);
  life->caller.Leave();
  life->caller.end->media.HandleSlept(1s);
  EXPECT_EQ(life->Talk(50, used), 0u);
}

TEST_P(KeptMedia, GoesOnByItselfWhenNobodyAskedItToHold) {
  Begin({0, 1000});
  life->Pass(20s);
  EXPECT_GE(life->Talk(5, used), 5u);
  life->caller.Do(command::HoldWhenLate{true});
  (void)life->Talk(1, used);
  life->caller.Do(command::HoldWhenLate{false});
  life->Pass(20s);
  EXPECT_GE(life->Talk(5, used), 5u);
  EXPECT_EQ(life->caller.end->Count<event::Stalled>(), 0);
}

TEST_P(KeptMedia, IsNotStalledByTheTimeThatItWasFrozen) {
  Begin({0, 1000});
  life->caller.Do(command::HoldWhenLate{true});
  (void)life->Talk(1, used);
  life->caller.Leave();
  life->Pass(60s);
  life->caller.end->media.HandleThawed(life->deadline());
  EXPECT_GE(life->Talk(5, used), 5u);
}

TEST_P(KeptMedia, WaitsForTheAnswerToTheNewestStandstill) {
  Begin({0, 1000});
  life->caller.Do(command::HoldWhenLate{true});
  (void)life->Talk(1, used);
  life->Pass(2s);
  EXPECT_EQ(life->Talk(1, used), 0u);
  life->Pass(2s);
  life->caller.end->now = life->deadline();
  life->caller.Do(command::GoOn{1});  // sent before the second one
  EXPECT_EQ(life->Talk(20, used), 0u);
  EXPECT_EQ(life->caller.end->Count<event::Stalled>(), 2);
  life->caller.Do(command::GoOn{2});
  EXPECT_GE(life->Talk(5, used), 5u);
}

TEST(KeptCall, HoldsBackAnUrgentDiscoveryToo) {
  Used used;
  auto life = Life::Join();
  life->caller.Do(command::HoldWhenLate{true});
  (void)life->Talk(1, used);
  End& end = *life->caller.end;
  end.now += 1s;
  life->caller.Do(command::Rediscover{});
  end.media.SendUrgent(end.now, end.outbox);
  EXPECT_EQ(end.outbox.size(), 0u);
  end.Drain();
  EXPECT_EQ(end.Count<event::Stalled>(), 1);
}

// How far it is ---------------------------------------------------------------------------------------------

TEST_P(KeptMedia, TellsHowFarItIs) {
  Begin({100, 5000});
  (void)life->Talk(200, used);
  End& end = *life->caller.end;
  int ticks = 210;
  for (; end.Newest().tide.at != end.now; ++ticks) (void)life->Talk(1, used);
  const Tide tide = end.Newest().tide;
  EXPECT_LE(ticks, 236) << "half a second on the fast path";
  EXPECT_EQ(tide.next_counter - kFirst, *used.transport.rbegin() + 1);
  EXPECT_EQ(tide.Used(kFirst), *used.transport.rbegin() + 1);
  EXPECT_EQ(tide.frames, used.frames.rbegin()->second);
  EXPECT_EQ(Distance(used.newest_sequence, tide.next_sequence), 1);
  ASSERT_TRUE(tide.position);
  EXPECT_EQ(tide.position->samples, static_cast<std::uint64_t>(ticks) * 960);
}

}  // namespace SDKPP_TEST_FILE
}  // namespace sdkpp::session
