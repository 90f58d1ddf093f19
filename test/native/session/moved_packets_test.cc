#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <memory>
#include <variant>
#include <vector>

#include "session/e2ee_scene.h"
#include "support/saved_fields.h"

// Packets that were not heard yet when their call moves.

namespace sdkpp::session {
namespace SDKPP_TEST_FILE {

constexpr std::size_t kRoom = std::size_t{1} << 20;
constexpr std::uint8_t kPackets = 8;
constexpr std::uint32_t kFirstSsrc = 2000;

crypto::Aead TransportKey() {
  constexpr std::array<std::uint8_t, crypto::kAeadKeySize> kKey{1, 2, 3};
  return std::move(*crypto::Aead::Create(crypto::AeadAlgorithm::kAes256Gcm, kKey));
}

class MovedPackets : public E2eeTest {
 protected:
  [[nodiscard]] test::Record Saved() {
    std::vector<std::uint8_t> room(kRoom);
    FieldWriter out(room, ben.now);
    ben.media.Save(out);
    ben.media.SavePackets(out);
    EXPECT_TRUE(out.ok());
    return {out.written().begin(), out.written().end()};
  }
  /// Ben's call goes on there.
  [[nodiscard]] std::unique_ptr<End> Move(const test::Record& record) {
    auto next = std::make_unique<End>(MediaSeed{Sequence(1), RtpTimestamp(2), 3});
    next->now = ben.now;
    next->Do(command::SetReceiveQueue{&next_queue});
    RestoreFault fault;
    FieldReader in(record, next->now, "media", fault);
    next->media.Restore(in, TransportKey());
    EXPECT_FALSE(fault) << fault.record << ", " << fault.field;
    next->Do(command::SetUser{kAda, {.pcm = true}});
    return next;
  }
  /// Blocks of Ada that the end hands out until everything has played.
  [[nodiscard]] static std::vector<std::uint64_t> TimesOf(End& end, ReceiveQueue& from) {
    std::vector<std::uint64_t> times;
    for (int tick = 0; tick < 60; ++tick) {
      (void)end.Tick(end.now + kBlockDuration);
      TakeEach(from, [&](const ReceivedHead& head, std::span<const std::uint8_t>) {
        if (head.format == ReceivedFormat::kPcm) times.push_back(head.time);
      });
    }
    return times;
  }

  ReceiveQueue next_queue;
};

TEST_F(MovedPackets, AreHandedOutThereAtTheTimesThatTheyHadHere) {
  MapAda();
  ben.Do(command::SetUser{kAda, {.pcm = true}});
  for (int at = 0; at < 5; ++at) Inject(NextPacket());
  const auto next = Move(Saved());
  const auto stayed = TimesOf(ben, queue);
  const auto moved = TimesOf(*next, next_queue);
  EXPECT_GE(stayed.size(), 5u);
  EXPECT_EQ(moved, stayed);
}

TEST_F(MovedPackets, AreNotInASnapshotOfACallThatGoesOn) {
  pcm = true;
  MapAda();
  for (int at = 0; at < 5; ++at) Inject(NextPacket());
  ben.Do(command::Save{std::make_unique<Snapshot>(kRoom, 1)});
  const auto saved = std::ranges::find_if(
      ben.seen, [](const MediaEvent& each) { return std::holds_alternative<event::Saved>(each); });
  ASSERT_NE(saved, ben.seen.end());
  const auto bytes = std::get<event::Saved>(*saved).snapshot->bytes.bytes();
  for (const test::Record& field : test::Split(bytes)) EXPECT_NE(field[0], kPackets);
  const auto next = Move({bytes.begin(), bytes.end()});
  EXPECT_TRUE(TimesOf(*next, next_queue).empty());
}

TEST_F(MovedPackets, WithoutASpeakerFindOneThere) {
  for (int at = 0; at < 3; ++at) Inject(NextPacket());
  const auto next = Move(Saved());
  next->Do(command::MapSsrc{kAdaSsrc, kAda, Speaker::Create(), {.pcm = true}});
  EXPECT_GE(TimesOf(*next, next_queue).size(), 3u);
  (void)next->Stats();
  EXPECT_EQ(next->Stats().packets_received, 3u);
}

TEST_F(MovedPackets, InTheClearAreNotPlayedOnceClearFramesEnd) {
  MapAda();
  ben.Do(command::DaveInstallReceive{kAda, Receiver(1)});
  ben.Do(command::SetUser{kAda, {.pcm = true}});
  ben.Do(command::DaveSendNothing{});
  ben.Do(command::DaveSetPassthrough{2s});
  for (int at = 0; at < 10; ++at) Inject(NextPacket());
  const auto next = Move(Saved());
  next->Do(command::DaveSetPassthrough{Duration::zero()});
  EXPECT_TRUE(TimesOf(*next, next_queue).empty());
}

TEST_F(MovedPackets, OfAFloodStayBehindWhenThereAreTooMany) {
  constexpr std::uint32_t kUsers = 12;
  const Bytes large(1200, 0xf8);
  for (std::uint32_t user = 0; user < kUsers; ++user) {
    const Ssrc ssrc(kFirstSsrc + user);
    ben.Do(command::MapSsrc{ssrc, UserId(100 + user), Speaker::Create(), {.pcm = true}});
    for (int at = 0; at < 60; ++at) Inject(large, ssrc);
  }
  const test::Record record = Saved();
  EXPECT_GT(record.size(), std::size_t{256} << 10);
  EXPECT_LT(record.size(), std::size_t{420} << 10);
  (void)Move(record);
}

TEST_F(MovedPackets, OfSomebodyWhoIsNotThereAreRefused) {
  pcm = true;
  MapAda();
  for (int at = 0; at < 5; ++at) Inject(NextPacket());
  const test::Record record = Saved();
  const auto fields = test::Split(record);
  ASSERT_EQ(fields.back()[0], kPackets);
  ben.media.HandleCommand(MediaCommand(command::ClosePath{}), ben.now);
  ben.Drain();
  std::vector<std::uint8_t> room(kRoom);
  FieldWriter out(room, ben.now);
  ben.media.Save(out);
  test::Record stranger(out.written().begin(), out.written().end());
  stranger.insert(stranger.end(), fields.back().begin(), fields.back().end());
  End next(MediaSeed{Sequence(1), RtpTimestamp(2), 3});
  next.now = ben.now;
  const RestoreFault fault =
      test::FaultOf(stranger, ben.now, [&](FieldReader& in) { next.media.Restore(in, TransportKey()); });
  EXPECT_EQ(fault.problem, RestoreProblem::kOutOfRange);
  EXPECT_EQ(fault.field, "SSRC");
}

}  // namespace SDKPP_TEST_FILE
}  // namespace sdkpp::session
