#include <gtest/gtest.h>

#include <array>
#include <random>
#include <set>

#include "core/base/byte_reader.h"
#include "core/rtp/sealer.h"
#include "support/saved_fields.h"

namespace sdkpp::rtp {
namespace SDKPP_TEST_FILE {

using namespace std::chrono_literals;

constexpr Instant kNow{1h};

crypto::Aead MakeAead() {
  constexpr std::array<std::uint8_t, crypto::kAeadKeySize> kKey{1, 2, 3};
  auto aead = crypto::Aead::Create(crypto::AeadAlgorithm::kAes256Gcm, kKey);
  return std::move(*aead);
}

/// A packet with `text` as its first byte; empty when it is not sealed.
std::vector<std::uint8_t> Seal(Sealer& sealer, std::uint8_t text = 1) {
  std::vector<std::uint8_t> packet(kFixedHeaderSize + 10 + kSealOverhead);
  packet[kFixedHeaderSize] = text;
  packet.resize(sealer.Seal(packet, kFixedHeaderSize, 10));
  return packet;
}

std::uint32_t CounterOf(std::span<const std::uint8_t> packet) {
  return ByteReader(packet.last(kCounterSize)).U32();
}

std::unique_ptr<Sealer> Restore(const test::Record& record, Resumption resumption = Resumption::kExact) {
  RestoreFault fault;
  FieldReader in(record, kNow, "sealer", fault);
  return Sealer::Restore(in, MakeAead(), resumption);
}

TEST(SavedSealer, SealsTheSameBytes) {
  Sealer sealer(MakeAead(), 0x2fff'fff0);
  std::mt19937_64 random(1);
  for (int round = 0; round < 20; ++round) {
    for (auto left = random() % 20; left > 0; --left) (void)Seal(sealer);
    const auto restored = Restore(test::Save(sealer, kNow));
    ASSERT_NE(restored, nullptr);
    EXPECT_EQ(restored->next_counter(), sealer.next_counter());
    EXPECT_EQ(restored->limit(), sealer.limit());
    for (std::uint8_t text = 0; text < 20; ++text) ASSERT_EQ(Seal(*restored, text), Seal(sealer, text));
  }
}

TEST(SavedSealer, IsExhaustedAsBefore) {
  Sealer sealer(MakeAead(), 0xffff'ffff);
  EXPECT_FALSE(Restore(test::Save(sealer, kNow))->exhausted());
  EXPECT_FALSE(Seal(sealer).empty());
  EXPECT_EQ(sealer.next_counter(), Sealer::kCounters);
  const auto restored = Restore(test::Save(sealer, kNow));
  EXPECT_TRUE(restored->exhausted());
  restored->Grant(Sealer::kCounters * 2);
  EXPECT_TRUE(Seal(*restored).empty());
}

TEST(Sealer, StopsAtItsLimitAndGoesOnWithTheVeryNextCounter) {
  Sealer sealer(MakeAead(), 100, 102);
  EXPECT_EQ(CounterOf(Seal(sealer)), 100u);
  EXPECT_EQ(CounterOf(Seal(sealer)), 101u);
  for (int time = 0; time < 3; ++time) EXPECT_TRUE(Seal(sealer).empty());
  EXPECT_FALSE(sealer.exhausted());
  sealer.Grant(50);
  EXPECT_EQ(sealer.limit(), 102u);
  EXPECT_TRUE(Seal(sealer).empty());
  sealer.Grant(103);
  EXPECT_EQ(CounterOf(Seal(sealer)), 102u);
  EXPECT_TRUE(Seal(sealer).empty());
  EXPECT_EQ(sealer.next_counter(), 103u);
}

TEST(Sealer, HasNoMoreCountersThanThereAre) {
  Sealer sealer(MakeAead(), 0xffff'fffe, 0xffff'ffff);
  EXPECT_FALSE(Seal(sealer).empty());
  EXPECT_TRUE(Seal(sealer).empty());
  EXPECT_FALSE(sealer.exhausted());
  sealer.Grant(~std::uint64_t{0});
  EXPECT_EQ(sealer.limit(), Sealer::kCounters);
  EXPECT_EQ(CounterOf(Seal(sealer)), 0xffff'ffffu);
  EXPECT_TRUE(sealer.exhausted());
  EXPECT_TRUE(Seal(sealer).empty());
}

TEST(SavedSealer, RepeatsNoCounterOfAProcessThatDied) {
  std::mt19937_64 random(2);
  Sealer sealer(MakeAead(), 1000, 1000);
  std::set<std::uint32_t> used;
  const auto use = [&used](Sealer& by, std::uint64_t times) {
    for (; times > 0; --times) {
      const auto packet = Seal(by);
      if (packet.empty()) continue;
      EXPECT_TRUE(used.insert(CounterOf(packet)).second);
    }
  };
  for (int life = 0; life < 100; ++life) {
    sealer.Grant(sealer.next_counter() + random() % 50);
    use(sealer, random() % 40);
    const auto saved = test::Save(sealer, kNow);
    use(sealer, random() % 100);
    const auto successor = Restore(saved, Resumption::kAtLimit);
    ASSERT_NE(successor, nullptr);
    EXPECT_TRUE(Seal(*successor).empty()) << "before a grant";
    successor->Grant(successor->limit() + 20);
    use(*successor, 10);
    use(sealer, 60);  // it was not dead after all
    sealer = std::move(*successor);
  }
  EXPECT_GT(used.size(), 1000u);
}

TEST(Sealer, SkipsWhatWasGrantedToAnother) {
  Sealer sealer(MakeAead(), 100, 200);
  sealer.SkipTo(150);
  sealer.SkipTo(120);
  EXPECT_EQ(CounterOf(Seal(sealer)), 150u);
  sealer.SkipTo(300);
  EXPECT_TRUE(Seal(sealer).empty());
  sealer.Grant(301);
  EXPECT_EQ(CounterOf(Seal(sealer)), 300u);
  sealer.SkipTo(~std::uint64_t{0});
  EXPECT_TRUE(sealer.exhausted());
  EXPECT_EQ(sealer.next_counter(), Sealer::kCounters);
}

TEST(SavedSealer, IsExhaustedWhenASuccessorHasNoGrant) {
  const auto successor = Restore(test::Save(Sealer(MakeAead(), 7), kNow), Resumption::kAtLimit);
  ASSERT_NE(successor, nullptr);
  EXPECT_TRUE(successor->exhausted());
}

TEST(SavedSealer, NeedsEachFieldAndSurvivesDamage) {
  const auto restore = [](FieldReader& in) {
    const auto sealer = Sealer::Restore(in, MakeAead());
    EXPECT_EQ(sealer == nullptr, !in.ok());
    if (sealer) (void)Seal(*sealer);
  };
  const auto saved = test::Save(Sealer(MakeAead(), 100, 6000), kNow);
  test::ExpectEachFieldNeeded(saved, kNow, restore);
  test::RestoreDamaged(saved, kNow, restore);
  EXPECT_EQ(test::FaultOf(test::With(saved, 2, {1, 0, 0, 0, 1}), kNow, restore).field, "limit");
  EXPECT_EQ(test::FaultOf(test::With(saved, 1, {1, 0, 0, 0, 1}), kNow, restore).field, "next");
}

}  // namespace SDKPP_TEST_FILE
}  // namespace sdkpp::rtp
