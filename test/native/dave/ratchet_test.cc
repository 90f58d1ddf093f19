#include <gtest/gtest.h>

#include <chrono>

#include "core/dave/receive_ratchet.h"
#include "core/dave/replay_window.h"
#include "dave/dave_support.h"
#include "support/allocation_guard.h"

namespace sdkpp::test {
namespace SDKPP_TEST_FILE {

using namespace std::chrono_literals;

constexpr Instant kStart{1h};
const Base kBase = MakeBase(7);
const Bytes kPlain{0xf8, 1, 2, 3, 4, 5};

/// The frame of this number of an epoch.
Bytes FrameOf(std::uint64_t number) {
  return SealWith(*dave::FrameSealer::Create(1, kBase, number - 1), kPlain);
}

/// How old a ratchet has to be before generation `number` may come: 2^24 frames, 170 in a second.
Duration AgeFor(std::uint64_t generation) { return std::chrono::seconds(((generation << 24) + 169) / 170); }

std::unique_ptr<dave::ReceiveRatchet> MakeReceiver() {
  auto ratchet = dave::ReceiveRatchet::Create(1, kBase);
  ratchet->Start(kStart);
  return ratchet;
}

TEST(Generation, IsTheNextOneWithTheseBits) {
  EXPECT_EQ(dave::WidenGeneration(0, 1), 0u);
  EXPECT_EQ(dave::WidenGeneration(0, 0xff00'0000), 255u);
  EXPECT_EQ(dave::WidenGeneration(255, 0xff00'0000), 255u);
  EXPECT_EQ(dave::WidenGeneration(255, 0), 256u);
  EXPECT_EQ(dave::WidenGeneration(256, 0x0100'0000), 257u);
  EXPECT_EQ(dave::WidenGeneration(300, 0x2b00'0000), 555u) << "43 is behind 44";
}

TEST(FrameSealer, CountsFromOneAndGoesOnOverGenerations) {
  const auto sealer = dave::FrameSealer::Create(9, kBase);
  EXPECT_EQ(sealer->id(), 9u);
  EXPECT_EQ(dave::ParseFrame(SealWith(*sealer, kPlain))->nonce, 1u);
  EXPECT_EQ(dave::ParseFrame(SealWith(*sealer, kPlain))->nonce, 2u);

  const auto edge = dave::FrameSealer::Create(1, kBase, 0xff'fffe);
  (void)SealWith(*edge, kPlain);
  EXPECT_EQ(edge->generation(), 0u);
  (void)SealWith(*edge, kPlain);
  EXPECT_EQ(edge->nonce(), 0x0100'0000u);
  EXPECT_EQ(edge->generation(), 1u);
}

TEST(FrameSealer, WrapsItsNonceIntoGeneration256) {
  const auto sealer = dave::FrameSealer::Create(1, kBase, 0xffff'fffe);
  const Bytes last = SealWith(*sealer, kPlain);
  EXPECT_EQ(dave::ParseFrame(last)->nonce, 0xffff'ffffu);
  EXPECT_EQ(sealer->generation(), 255u);
  const Bytes next = SealWith(*sealer, kPlain);
  EXPECT_EQ(dave::ParseFrame(next)->nonce, 0u);
  EXPECT_EQ(sealer->generation(), 256u);

  // a receiver that came along so far opens both
  const auto receiver = MakeReceiver();
  const Instant late = kStart + AgeFor(300);
  ASSERT_TRUE(OpenWith(*receiver, late, FrameOf(200ull << 24)));
  EXPECT_TRUE(OpenWith(*receiver, late + 11s, last));
  EXPECT_TRUE(OpenWith(*receiver, late + 11s, next));
  EXPECT_EQ(receiver->newest(), 256u);
}

TEST(FrameSealer, SealsSilenceLikeSound) {
  const auto sealer = dave::FrameSealer::Create(1, kBase);
  const Bytes silence(dave::kSilence.begin(), dave::kSilence.end());
  const Bytes sealed = SealWith(*sealer, silence);
  EXPECT_EQ(sealer->nonce(), 1u);
  EXPECT_TRUE(dave::ParseFrame(sealed).ok());
  EXPECT_EQ(OpenWith(*MakeReceiver(), kStart, sealed), silence);
}

TEST(ReceiveRatchet, AcceptsAGenerationOnceItIsPossible) {
  const auto receiver = MakeReceiver();
  const Bytes first = FrameOf(1ull << 24);
  EXPECT_FALSE(OpenWith(*receiver, kStart, first));
  EXPECT_FALSE(OpenWith(*receiver, kStart + AgeFor(1) - 1s, first));
  EXPECT_EQ(receiver->newest(), 0u);
  EXPECT_TRUE(OpenWith(*receiver, kStart + AgeFor(1), first));
  EXPECT_EQ(receiver->newest(), 1u);
  EXPECT_GT(AgeFor(1), 27h);
}

TEST(ReceiveRatchet, RejectsMoreThan250GenerationsAtOnce) {
  const auto receiver = MakeReceiver();
  const Instant old = kStart + AgeFor(1000);
  EXPECT_FALSE(OpenWith(*receiver, old, FrameOf(251ull << 24)));
  EXPECT_TRUE(OpenWith(*receiver, old, FrameOf(250ull << 24)));
  EXPECT_EQ(receiver->newest(), 250u);
}

TEST(ReceiveRatchet, KeysOfOlderGenerationsLiveTenSecondsMore) {
  const auto receiver = MakeReceiver();
  const Instant later = kStart + AgeFor(2);
  ASSERT_TRUE(OpenWith(*receiver, later, FrameOf(0xff'fff0)));
  ASSERT_TRUE(OpenWith(*receiver, later, FrameOf(0x100'0000)));
  EXPECT_EQ(receiver->oldest(), 0u);
  EXPECT_TRUE(OpenWith(*receiver, later + 9999ms, FrameOf(0xff'fff1)));
  EXPECT_FALSE(OpenWith(*receiver, later + 10s, FrameOf(0xff'fff2)));
  EXPECT_EQ(receiver->oldest(), 1u);
  EXPECT_TRUE(OpenWith(*receiver, later + 10s, FrameOf(0x100'0001)));
}

TEST(ReceiveRatchet, ForgedFramesChangeNothing) {
  const auto receiver = MakeReceiver();
  const Instant later = kStart + AgeFor(200);
  ASSERT_TRUE(OpenWith(*receiver, later, FrameOf(10)));
  for (const std::uint64_t generation : {0u, 1u, 50u, 200u}) {
    Bytes forged = FrameOf((generation << 24) + 1'000'000);
    forged[0] ^= 1;
    EXPECT_FALSE(OpenWith(*receiver, later, forged));
  }
  EXPECT_EQ(receiver->newest(), 0u);
  EXPECT_TRUE(OpenWith(*receiver, later + 1min, FrameOf(11))) << "no number was taken, no key went";
}

TEST(ReceiveRatchet, RejectsCopiesAcrossGenerationsToo) {
  const auto receiver = MakeReceiver();
  const Instant later = kStart + AgeFor(2);
  for (const std::uint64_t number : {0xff'fffeull, 0x100'0001ull, 0xff'ffffull, 0x100'0000ull}) {
    EXPECT_TRUE(OpenWith(*receiver, later, FrameOf(number))) << number;
    EXPECT_FALSE(OpenWith(*receiver, later, FrameOf(number))) << number;
  }
}

TEST(ReceiveRatchet, OpensPacketsThatCameBeforeItDid) {
  const auto receiver = MakeReceiver();
  EXPECT_TRUE(OpenWith(*receiver, kStart - 200ms, FrameOf(1))) << "a packet that waited for its user";
}

TEST(ReceiveRatchet, NeverAllocatesEvenWhenItDerives) {
  const auto receiver = MakeReceiver();
  const auto sealer = dave::FrameSealer::Create(1, kBase, 0xff'fff0);
  const Instant later = kStart + AgeFor(3);
  Bytes out(100);
  Bytes buffer(100);
  for (int round = 0; round < 40; ++round) {
    std::ranges::copy(kPlain, buffer.begin());
    const AllocationGuard guard;
    const std::size_t size = sealer->Seal(buffer, kPlain.size());
    const auto layout = dave::ParseFrame(std::span(buffer).first(size));
    const bool opened = receiver->Open(later + round * 1s, dave::SealedFrame(*layout), out);
    EXPECT_EQ(guard.count(), 0u);
    EXPECT_TRUE(opened);
  }
  EXPECT_EQ(receiver->oldest(), 1u);
}

TEST(ReplayWindow, KeepsAThousandMissingNumbers) {
  dave::ReplayWindow window;
  const auto take = [&](std::uint64_t number) {
    if (!window.Allows(number)) return false;
    window.Accept(number);
    return true;
  };
  EXPECT_TRUE(take(5));
  EXPECT_FALSE(take(4)) << "what was before the first is not missing";
  EXPECT_TRUE(take(1500));
  EXPECT_FALSE(take(499));
  EXPECT_TRUE(take(500));
  EXPECT_FALSE(take(500));
  EXPECT_TRUE(take(1499));
  EXPECT_TRUE(take(1501));
  EXPECT_FALSE(take(5));
  EXPECT_TRUE(take(1'000'000));
  for (std::uint64_t number = 999'000; number < 1'000'000; ++number) EXPECT_TRUE(take(number));
  for (std::uint64_t number = 998'900; number <= 1'000'000; ++number) EXPECT_FALSE(take(number));
}

TEST(ReplayWindow, MatchesTheSpecification) {
  std::mt19937_64 random(5);
  for (int run = 0; run < 40; ++run) {
    dave::ReplayWindow window;
    std::optional<std::uint64_t> newest;
    std::vector<std::uint64_t> missing;
    std::uint64_t around = 1 + random() % 2000;
    for (int step = 0; step < 800; ++step) {
      around += random() % (random() % 40 == 0 ? 3000 : 4);
      const std::uint64_t back = random() % (random() % 8 == 0 ? 1300 : 6);
      const std::uint64_t number = around > back ? around - back : 1;
      const bool known = std::ranges::find(missing, number) != missing.end();
      const bool wanted = !newest || number > *newest || known;
      ASSERT_EQ(window.Allows(number), wanted) << number;
      if (!wanted) continue;
      window.Accept(number);
      std::erase(missing, number);
      for (std::uint64_t at = newest.value_or(number) + 1; at < number; ++at) missing.push_back(at);
      newest = std::max(number, newest.value_or(number));
      std::erase_if(missing, [&](std::uint64_t each) { return *newest - each > 1000; });
    }
  }
}

}  // namespace SDKPP_TEST_FILE
}  // namespace sdkpp::test
