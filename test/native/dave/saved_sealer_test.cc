#include <gtest/gtest.h>

#include <random>
#include <set>

#include "core/dave/frame_layout.h"
#include "core/dave/frame_sealer.h"
#include "dave/dave_support.h"
#include "support/saved_fields.h"

namespace sdkpp::test {
namespace SDKPP_TEST_FILE {

using namespace std::chrono_literals;

constexpr Instant kNow{1h};
const Base kBase = MakeBase(7);
const Bytes kPlain{0xf8, 1, 2, 3, 4, 5};

std::unique_ptr<dave::FrameSealer> Restore(const Record& saved, Resumption resumption = Resumption::kExact) {
  RestoreFault fault;
  FieldReader in(saved, kNow, "sealer", fault);
  return dave::FrameSealer::Restore(in, resumption);
}

void RestoreExact(FieldReader& in) {
  const auto sealer = dave::FrameSealer::Restore(in);
  EXPECT_EQ(sealer == nullptr, !in.ok());
  if (sealer) (void)SealWith(*sealer, kPlain);
}

TEST(SavedFrameSealer, SealsTheSameBytesOverGenerations) {
  for (const std::uint64_t number : {0ULL, 1ULL, 0xff'fff8ULL, 0xffff'fff8ULL, 0x1'02ff'fff8ULL}) {
    const auto sealer = dave::FrameSealer::Create(9, kBase, number);
    for (int at = 0; at < 20; ++at) {
      const auto restored = Restore(Save(*sealer, kNow));
      ASSERT_NE(restored, nullptr);
      EXPECT_EQ(restored->id(), 9u);
      EXPECT_EQ(restored->number(), sealer->number());
      EXPECT_EQ(restored->limit(), sealer->limit());
      const Bytes sealed = SealWith(*sealer, kPlain);
      ASSERT_EQ(SealWith(*restored, kPlain), sealed) << number << ", " << at;
      ASSERT_FALSE(sealed.empty());
    }
  }
}

TEST(FrameSealer, StopsAtItsLimitAndGoesOnWithTheVeryNextNumber) {
  const auto sealer = dave::FrameSealer::Create(1, kBase, 0xff'fffd, 0x100'0001);
  const auto seal = [&] { return SealWith(*sealer, kPlain); };
  for (const std::uint32_t number : {0xff'fffeU, 0xff'ffffU, 0x100'0000U})
    EXPECT_EQ(dave::ParseFrame(seal())->nonce, number);
  for (int time = 0; time < 3; ++time) EXPECT_TRUE(seal().empty());
  EXPECT_EQ(sealer->number(), 0x100'0000u);
  sealer->Grant(50);
  EXPECT_EQ(sealer->limit(), 0x100'0001u);
  EXPECT_TRUE(seal().empty());
  sealer->Grant(0x100'0002);
  EXPECT_EQ(dave::ParseFrame(seal())->nonce, 0x100'0001u);
  EXPECT_TRUE(seal().empty());
  sealer->Grant(~std::uint64_t{0});
  EXPECT_EQ(sealer->limit(), dave::kFrameNumbers);
  EXPECT_FALSE(seal().empty());
}

TEST(FrameSealer, SealsNothingWithoutAGrant) {
  const auto sealer = dave::FrameSealer::Create(1, kBase, 5, 0);
  EXPECT_TRUE(SealWith(*sealer, kPlain).empty());
  sealer->Grant(7);
  EXPECT_EQ(dave::ParseFrame(SealWith(*sealer, kPlain))->nonce, 6u);
  EXPECT_TRUE(SealWith(*sealer, kPlain).empty());
}

TEST(FrameSealer, SkipsWhatWasGrantedToAnother) {
  const auto sealer = dave::FrameSealer::Create(1, kBase, 5, 0x100'0010);
  sealer->SkipTo(100);
  sealer->SkipTo(50);
  EXPECT_EQ(dave::ParseFrame(SealWith(*sealer, kPlain))->nonce, 100u);
  sealer->SkipTo(0x100'000f);
  EXPECT_EQ(SealWith(*sealer, kPlain), SealWith(*dave::FrameSealer::Create(1, kBase, 0x100'000e), kPlain));
  sealer->SkipTo(0x100'0020);
  EXPECT_TRUE(SealWith(*sealer, kPlain).empty());
}

TEST(SavedFrameSealer, RepeatsNoNumberOfAProcessThatDied) {
  std::mt19937_64 random(3);
  auto sealer = dave::FrameSealer::Create(1, kBase, 0xff'ff00, 0xff'ff01);
  std::set<std::uint64_t> used;
  const auto use = [&used](dave::FrameSealer& by, std::uint64_t times) {
    for (; times > 0; --times) {
      if (SealWith(by, kPlain).empty()) continue;
      EXPECT_TRUE(used.insert(by.number()).second);
    }
  };
  for (int life = 0; life < 100; ++life) {
    sealer->Grant(sealer->number() + 1 + random() % 50);
    use(*sealer, random() % 40);
    const auto saved = Save(*sealer, kNow);
    use(*sealer, random() % 100);
    auto successor = Restore(saved, Resumption::kAtLimit);
    ASSERT_NE(successor, nullptr);
    EXPECT_TRUE(SealWith(*successor, kPlain).empty()) << "before a grant";
    successor->Grant(successor->limit() + 20);
    use(*successor, 10);
    use(*sealer, 60);  // it was not dead after all
    sealer = std::move(successor);
  }
  EXPECT_GT(used.size(), 1000u);
  EXPECT_GT(sealer->generation(), 0u);
}

TEST(SavedFrameSealer, RefusesToGoOnAtALimitThatWasNeverGranted) {
  RestoreFault fault;
  const auto saved = Save(*dave::FrameSealer::Create(1, kBase), kNow);
  FieldReader in(saved, kNow, "sealer", fault);
  EXPECT_EQ(dave::FrameSealer::Restore(in, Resumption::kAtLimit), nullptr);
  EXPECT_EQ(fault.field, "limit");
}

TEST(SavedFrameSealer, NeedsEachFieldAndSurvivesDamage) {
  for (const std::uint64_t number : {5ULL, 0x1ff'ffffULL}) {
    const auto saved = Save(*dave::FrameSealer::Create(9, kBase, number), kNow);
    ExpectEachFieldNeeded(saved, kNow, RestoreExact);
    RestoreDamaged(saved, kNow, RestoreExact);
    RestoreDamaged(saved, kNow,
                   [](FieldReader& in) { (void)dave::FrameSealer::Restore(in, Resumption::kAtLimit); });
  }
}

TEST(SavedFrameSealer, RefusesNumbersThatItsRatchetCannotHave) {
  const auto saved = Save(*dave::FrameSealer::Create(9, kBase, 0x100'0005), kNow);
  EXPECT_EQ(FaultOf(With(saved, 3, {5}), kNow, RestoreExact).field, "number") << "an earlier generation";
  EXPECT_EQ(FaultOf(With(saved, 3, {0xff, 0, 0, 0, 0, 0, 0}), kNow, RestoreExact).field, "number");
  EXPECT_EQ(FaultOf(With(saved, 3, {1, 0, 0, 0, 0, 0, 0, 0}), kNow, RestoreExact).field, "number");
  EXPECT_EQ(FaultOf(With(saved, 4, {2, 0, 0, 0, 0, 0, 0, 0}), kNow, RestoreExact).field, "limit");
}

}  // namespace SDKPP_TEST_FILE
}  // namespace sdkpp::test
