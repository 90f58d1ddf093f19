#include "core/dave/frame_opener.h"

#include <gtest/gtest.h>

#include <chrono>

#include "dave/dave_support.h"
#include "support/allocation_guard.h"

namespace sdkpp::test {
namespace SDKPP_TEST_FILE {

using namespace std::chrono_literals;

constexpr Instant kStart{1h};
const Bytes kPlain{0xf8, 1, 2, 3, 4, 5};
const Bytes kSilence{0xf8, 0xff, 0xfe};

class FrameOpenerTest : public testing::Test {
 protected:
  void Install(std::uint8_t epoch, Instant now) {
    opener.Install(now, dave::ReceiveRatchet::Create(epoch, MakeBase(epoch)), retired);
    senders.push_back(dave::FrameSealer::Create(epoch, MakeBase(epoch)));
  }
  Bytes Seal(std::size_t sender) { return SealWith(*senders[sender], kPlain); }

  dave::FrameOpener opener;
  dave::RetiredRatchets retired;
  std::vector<std::unique_ptr<dave::FrameSealer>> senders;
};

TEST_F(FrameOpenerTest, OpensSeveralEpochsInAnyOrder) {
  Install(1, kStart);
  Install(2, kStart + 1s);
  Install(3, kStart + 2s);
  std::mt19937_64 random(2);
  for (int round = 0; round < 300; ++round)
    EXPECT_EQ(OpenWith(opener, kStart + 3s, Seal(random() % 3)), kPlain);
  EXPECT_EQ(opener.stats().opened, 300u);
  EXPECT_GT(opener.stats().late_epoch, 150u);
  EXPECT_LT(opener.stats().late_epoch, 250u);
  EXPECT_EQ(opener.stats().undecryptable, 0u);
}

TEST_F(FrameOpenerTest, AnOlderRatchetExpiresTenSecondsAfterTheNextCame) {
  Install(1, kStart);
  Install(2, kStart + 5s);
  Install(3, kStart + 12s);
  EXPECT_EQ(OpenWith(opener, kStart + 14'999ms, Seal(0)), kPlain);
  EXPECT_EQ(OpenWith(opener, kStart + 15s, Seal(0)), std::nullopt);
  EXPECT_EQ(OpenWith(opener, kStart + 21s, Seal(1)), kPlain);
  EXPECT_EQ(OpenWith(opener, kStart + 22s, Seal(1)), std::nullopt);
  EXPECT_EQ(OpenWith(opener, kStart + 24h, Seal(2)), kPlain) << "the newest stays";
  EXPECT_TRUE(retired.empty());
  opener.Sweep(kStart + 22s, retired);
  EXPECT_FALSE(retired.empty());
  EXPECT_EQ(opener.ratchets(), 1u);
}

TEST_F(FrameOpenerTest, EveryRatchetOfAUserWhoLeftExpires) {
  Install(1, kStart);
  opener.ExpireAll(kStart);
  EXPECT_EQ(OpenWith(opener, kStart + 9s, Seal(0)), kPlain);
  opener.ExpireAll(kStart + 9s);
  EXPECT_EQ(OpenWith(opener, kStart + 10s, Seal(0)), std::nullopt) << "the earlier time counts";
}

TEST_F(FrameOpenerTest, HoldsEightRatchetsAndTheOldestFallsOut) {
  for (std::uint8_t epoch = 1; epoch <= 10; ++epoch) Install(epoch, kStart);
  EXPECT_EQ(opener.ratchets(), dave::FrameOpener::kRatchets);
  for (std::size_t sender = 0; sender < 10; ++sender)
    EXPECT_EQ(OpenWith(opener, kStart, Seal(sender)).has_value(), sender >= 2) << sender;
}

TEST_F(FrameOpenerTest, AnIdThatIsThereAlreadyOpensNothingTwice) {
  Install(1, kStart);
  const Bytes frame = Seal(0);
  EXPECT_EQ(OpenWith(opener, kStart, frame), kPlain);
  opener.Install(kStart + 1s, dave::ReceiveRatchet::Create(1, MakeBase(1)), retired);
  EXPECT_EQ(OpenWith(opener, kStart + 1s, frame), std::nullopt);
  EXPECT_EQ(OpenWith(opener, kStart + 1h, Seal(0)), kPlain) << "and nothing expires";
}

TEST_F(FrameOpenerTest, ClearFramesPassOnlyWhereAllowed) {
  Install(1, kStart);
  EXPECT_EQ(OpenWith(opener, kStart, kPlain, true), kPlain);
  EXPECT_EQ(opener.stats().passthrough, 1u);
  EXPECT_EQ(OpenWith(opener, kStart, kPlain, false), std::nullopt);
  EXPECT_EQ(opener.stats().undecryptable, 1u);
}

TEST_F(FrameOpenerTest, ProtocolFramesNeverPassSealed) {
  Install(1, kStart);
  const auto stranger = dave::FrameSealer::Create(1, MakeBase(99));
  EXPECT_EQ(OpenWith(opener, kStart, SealWith(*stranger, kPlain), true), std::nullopt);
  EXPECT_EQ(OpenWith(opener, kStart, Seal(0), true), kPlain) << "and are opened also then";
  EXPECT_EQ(opener.stats().undecryptable, 1u);
}

TEST_F(FrameOpenerTest, SilencePassesAlways) {
  EXPECT_EQ(OpenWith(opener, kStart, kSilence, false), kSilence);
  EXPECT_EQ(OpenWith(opener, kStart, kSilence, true), kSilence);
  EXPECT_EQ(opener.stats().passthrough, 0u);
}

TEST_F(FrameOpenerTest, OpensFramesWithClearRanges) {
  Install(1, kStart);
  const std::array<dave::ClearRange, 2> ranges{{{0, 2}, {4, 1}}};
  const Bytes frame = SealWith(*senders[0], kPlain, ranges);
  EXPECT_EQ(frame[0], kPlain[0]);
  EXPECT_EQ(OpenWith(opener, kStart, frame), kPlain);
}

TEST_F(FrameOpenerTest, ThirtySixFailuresOverThreeSecondsAreReported) {
  const auto fail = [&](Instant now) {
    (void)OpenWith(opener, now, kPlain, false);
    return opener.failures().due();
  };
  for (int i = 0; i < 100; ++i) EXPECT_FALSE(fail(kStart + i * 20ms)) << "within 2 s";
  for (int i = 100; i < 150; ++i) EXPECT_FALSE(fail(kStart + i * 20ms));
  EXPECT_TRUE(fail(kStart + 3s));
  opener.failures().Restart();
  for (int i = 0; i < 35; ++i) EXPECT_FALSE(fail(kStart + 4s + i * 200ms)) << "too few";
  EXPECT_TRUE(fail(kStart + 12s));

  Install(1, kStart + 12s);
  EXPECT_FALSE(opener.failures().due()) << "a new ratchet starts the count over";
  for (int i = 0; i < 35; ++i) (void)fail(kStart + 13s + i * 200ms);
  EXPECT_EQ(OpenWith(opener, kStart + 21s, Seal(0)), kPlain);
  EXPECT_FALSE(fail(kStart + 22s)) << "so does a frame that opens";
}

TEST_F(FrameOpenerTest, ClearRetiresAllRatchetsAndKeepsTheStatistics) {
  Install(1, kStart);
  (void)OpenWith(opener, kStart, Seal(0));
  opener.Clear(retired);
  EXPECT_EQ(opener.ratchets(), 0u);
  EXPECT_EQ(opener.stats().opened, 1u);
  EXPECT_EQ(OpenWith(opener, kStart, Seal(0)), std::nullopt);
}

TEST_F(FrameOpenerTest, InstallingAndRetiringNeverAllocate) {
  std::vector<std::unique_ptr<dave::ReceiveRatchet>> ratchets;
  for (std::uint32_t id = 0; id < 100; ++id)
    ratchets.push_back(dave::ReceiveRatchet::Create(id, MakeBase(1)));
  const AllocationGuard guard;
  for (auto& ratchet : ratchets) opener.Install(kStart, std::move(ratchet), retired);
  opener.Sweep(kStart + 20s, retired);
  opener.Clear(retired);
  EXPECT_EQ(guard.count(), 0u);
}

TEST(RetiredRatchets, FreesAnyNumberWithoutDepth) {
  dave::RetiredRatchets pile;
  for (std::uint32_t id = 0; id < 20'000; ++id) pile.Put(dave::ReceiveRatchet::Create(id, MakeBase(1)));
  dave::RetiredRatchets moved = std::move(pile);
  EXPECT_TRUE(pile.empty());
  EXPECT_FALSE(moved.empty());
  moved = dave::RetiredRatchets();
  EXPECT_TRUE(moved.empty());
}

}  // namespace SDKPP_TEST_FILE
}  // namespace sdkpp::test
