#include <gtest/gtest.h>

#include <algorithm>
#include <random>

#include "core/dave/receive_ratchet.h"
#include "core/dave/replay_window.h"
#include "dave/dave_support.h"
#include "support/saved_fields.h"

namespace sdkpp::test {
namespace SDKPP_TEST_FILE {

using namespace std::chrono_literals;

constexpr Instant kStart{1000h};
/// From a time line to another.
constexpr Duration kShift = -999h;
const Base kBase = MakeBase(7);
const Bytes kPlain{0xf8, 1, 2, 3, 4, 5};

Bytes FrameOf(std::uint64_t number) {
  return SealWith(*dave::FrameSealer::Create(1, kBase, number - 1), kPlain);
}

std::unique_ptr<dave::ReceiveRatchet> Restored(const Record& saved, Instant now) {
  RestoreFault fault;
  FieldReader in(saved, now, "ratchet", fault);
  auto ratchet = dave::ReceiveRatchet::Restore(in);
  EXPECT_FALSE(fault) << fault.field;
  return ratchet;
}

void RestoreRatchet(FieldReader& in) {
  const auto ratchet = dave::ReceiveRatchet::Restore(in);
  EXPECT_EQ(ratchet == nullptr, !in.ok());
}

TEST(SavedKeyRatchet, GivesTheSameKeys) {
  crypto::HkdfExpand hkdf;
  dave::KeyRatchet ratchet(kBase);
  for (const dave::Generation generation : {0U, 1U, 2U, 255U, 300U}) {
    ASSERT_TRUE(ratchet.AdvanceTo(hkdf, generation));
    const auto saved = Save(ratchet, kStart);
    RestoreFault fault;
    FieldReader in(saved, kStart, "ratchet", fault);
    auto restored = dave::KeyRatchet::Restore(in);
    ASSERT_TRUE(restored);
    EXPECT_EQ(restored->generation(), generation);
    crypto::Secret expected;
    crypto::Secret key;
    ASSERT_TRUE(ratchet.DeriveKey(hkdf, expected) && restored->DeriveKey(hkdf, key));
    EXPECT_TRUE(std::ranges::equal(key.bytes(), expected.bytes()));
    ASSERT_TRUE(restored->AdvanceTo(hkdf, generation + 1));
  }
}

TEST(SavedKeyRatchet, RefusesASecretThatItsGenerationCannotHave) {
  const auto restore = [](FieldReader& in) { (void)dave::KeyRatchet::Restore(in); };
  const auto saved = Save(dave::KeyRatchet(kBase), kStart);
  ExpectEachFieldNeeded(saved, kStart, restore);
  EXPECT_EQ(FaultOf(With(saved, 1, {1}), kStart, restore).field, "secret");
  EXPECT_EQ(FaultOf(With(saved, 2, Record(33)), kStart, restore).field, "secret");
  EXPECT_EQ(FaultOf(With(saved, 2, {}), kStart, restore).field, "secret");
}

TEST(SavedFrameWindow, GoesOnAsTheOneThatWasSaved) {
  for (std::uint64_t seed = 0; seed < 50; ++seed) {
    std::mt19937_64 random(seed);
    std::uint64_t newest = seed % 3 * 2000;
    const auto next = [&]() -> std::uint64_t {
      const auto kind = random() % 64;
      if (kind < 16) return newest - std::min(newest, random() % 1100);
      return newest += kind == 63 ? random() % 3000 : 1 + random() % 3;
    };
    dave::ReplayWindow window;
    const auto play = [&] {
      const auto number = next();
      if (window.Allows(number)) window.Accept(number);
    };
    for (std::uint64_t left = seed * 30; left > 0; --left) play();
    dave::ReplayWindow restored;
    RestoreInto(restored, Save(window, kStart), kStart);
    for (int at = 0; at < 2000; ++at) {
      const auto number = next();
      ASSERT_EQ(restored.Allows(number), window.Allows(number)) << seed << ", " << at;
      if (!window.Allows(number)) continue;
      window.Accept(number);
      restored.Accept(number);
    }
  }
}

TEST(SavedFrameWindow, NeedsEachFieldAndRefusesWhatItCannotHave) {
  dave::ReplayWindow window;
  EXPECT_LT(Save(window, kStart).size(), 8u);
  window.Accept(5);
  EXPECT_LT(Save(window, kStart).size(), 20u);
  window.Accept(2000);
  const auto saved = Save(window, kStart);
  EXPECT_LT(saved.size(), 150u);
  const auto restore = [](FieldReader& in) {
    dave::ReplayWindow restored;
    restored.Restore(in);
    for (const std::uint64_t number : {0ULL, 1500ULL, ~0ULL}) {
      if (restored.Allows(number)) restored.Accept(number);
    }
  };
  ExpectEachFieldNeeded(saved, kStart, restore);
  RestoreDamaged(saved, kStart, restore);
  EXPECT_EQ(FaultOf(With(saved, 2, {1, 0, 0, 0, 0, 0, 0, 0}), kStart, restore).field, "newest");
  EXPECT_EQ(FaultOf(With(saved, 3, {1}), kStart, restore).field, "missing") << "the newest frame";
  EXPECT_EQ(FaultOf(With(saved, 3, Record(126, 0xfe)), kStart, restore).field, "missing");
  EXPECT_EQ(FaultOf(With(saved, 3, Record(127, 0)), kStart, restore).field, "missing");
}

TEST(SavedReceiveRatchet, OpensAndRefusesTheSameFramesOnAnotherTimeLine) {
  // frames of some numbers, made once: late ones, copies, and those of other generations among them
  std::vector<Bytes> frames;
  for (const std::uint64_t generation : {0ULL, 1ULL, 2ULL, 4ULL}) {
    for (std::uint64_t number = 1; number <= 12; ++number)
      frames.push_back(FrameOf((generation << 24) + number * 90));
  }
  for (std::uint64_t seed = 0; seed < 40; ++seed) {
    std::mt19937_64 random(seed);
    Instant now = kStart;
    auto ratchet = dave::ReceiveRatchet::Create(1, kBase);
    ratchet->Start(now);
    const auto step = [&]() -> const Bytes& {
      now += random() % 30 == 0 ? Duration(10h) : Duration(random() % 2000 * 1ms);
      return frames[std::min(frames.size() - 1, random() % (4 + random() % frames.size()))];
    };
    for (int left = 0; left < static_cast<int>(seed * 3); ++left) (void)OpenWith(*ratchet, now, step());
    if (seed % 3 == 0) ratchet->ExpireAt(now + 10s);
    const auto restored = Restored(Save(*ratchet, now), now + kShift);
    ASSERT_NE(restored, nullptr);
    EXPECT_EQ(restored->id(), 1u);
    EXPECT_EQ(restored->newest(), ratchet->newest());
    for (int at = 0; at < 150; ++at) {
      const Bytes& frame = step();
      ASSERT_EQ(restored->expired(now + kShift), ratchet->expired(now));
      ASSERT_EQ(OpenWith(*restored, now + kShift, frame), OpenWith(*ratchet, now, frame))
          << seed << ", " << at;
      ASSERT_EQ(restored->oldest(), ratchet->oldest());
      ASSERT_EQ(restored->newest(), ratchet->newest());
    }
  }
}

TEST(SavedReceiveRatchet, OlderGenerationsEndAtTheSameTime) {
  auto ratchet = dave::ReceiveRatchet::Create(1, kBase);
  ratchet->Start(kStart);
  const Instant later = kStart + 100h;
  constexpr std::uint64_t kSecond = 1ULL << 24;
  ASSERT_TRUE(OpenWith(*ratchet, later, FrameOf(kSecond - 10)));
  ASSERT_TRUE(OpenWith(*ratchet, later, FrameOf(kSecond + 5)));
  const auto restored = Restored(Save(*ratchet, later + 6s), later + 6s + kShift);
  ASSERT_NE(restored, nullptr);
  EXPECT_FALSE(OpenWith(*restored, later + 6s + kShift, FrameOf(kSecond - 10))) << "a copy";
  EXPECT_TRUE(OpenWith(*restored, later + 9999ms + kShift, FrameOf(kSecond - 9)));
  EXPECT_FALSE(OpenWith(*restored, later + 10s + kShift, FrameOf(kSecond - 8)));
  EXPECT_TRUE(OpenWith(*restored, later + 10s + kShift, FrameOf(kSecond + 4)));
}

TEST(SavedReceiveRatchet, NeedsEachFieldAndSurvivesDamage) {
  auto ratchet = dave::ReceiveRatchet::Create(1, kBase);
  ratchet->Start(kStart);
  const Instant later = kStart + 100h;
  ASSERT_TRUE(OpenWith(*ratchet, later, FrameOf(10)));
  ASSERT_TRUE(OpenWith(*ratchet, later, FrameOf((1ULL << 24) + 5)));
  ratchet->ExpireAt(later + 5s);
  const auto saved = Save(*ratchet, later);
  ExpectEachFieldNeeded(saved, later, RestoreRatchet, {3, 6});
  RestoreDamaged(saved, later, [&](FieldReader& in) {
    const auto restored = dave::ReceiveRatchet::Restore(in);
    ASSERT_EQ(restored == nullptr, !in.ok());
    if (restored) (void)OpenWith(*restored, later, FrameOf(11));
  });
}

TEST(SavedReceiveRatchet, RefusesGenerationsThatNobodyCanHaveReached) {
  auto ratchet = dave::ReceiveRatchet::Create(1, kBase);
  ratchet->Start(kStart);
  const auto saved = Save(*ratchet, kStart + 100h);
  EXPECT_EQ(FaultOf(With(saved, 5, {0xff, 0xff, 0xff, 0xff}), kStart, RestoreRatchet).field, "newest");
  EXPECT_EQ(FaultOf(With(saved, 5, {4}), kStart + 100h, RestoreRatchet).field, "newest");
  EXPECT_FALSE(FaultOf(With(saved, 5, {3}), kStart + 100h, RestoreRatchet));
}

}  // namespace SDKPP_TEST_FILE
}  // namespace sdkpp::test
