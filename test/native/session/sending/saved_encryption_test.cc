#include <gtest/gtest.h>

#include <random>

#include "core/session/sending/frame_encryption.h"
#include "dave/dave_support.h"
#include "support/saved_fields.h"

namespace sdkpp::session {
namespace SDKPP_TEST_FILE {

using namespace std::chrono_literals;
using test::Bytes;

constexpr Instant kNow{1h};
using Mode = FrameEncryption::Mode;

Bytes Apply(const FrameEncryption& encryption) {
  Bytes frame{0xf8, 1, 2, 3};
  const std::size_t size = frame.size();
  frame.resize(size + dave::kMaxOverhead);
  frame.resize(encryption.current().Apply(frame, size));
  return frame;
}

void Install(FrameEncryption& encryption, std::uint8_t id, std::uint64_t limit = dave::kFrameNumbers) {
  (void)encryption.Install(dave::FrameSealer::Create(id, test::MakeBase(id), 0, limit));
}

void Restore(FieldReader& in) {
  FrameEncryption restored;
  restored.Restore(in);
  (void)Apply(restored);
}

TEST(SavedFrameEncryption, SealsTheSameBytesAlsoWithTheRatchetThatWaits) {
  for (std::uint64_t seed = 0; seed < 60; ++seed) {
    std::mt19937_64 random(seed);
    FrameEncryption encryption;
    std::uint8_t epoch = 0;
    const auto step = [&](auto... all) {
      const auto kind = random() % 12;
      if (kind == 0) ++epoch;
      const auto one = [&](FrameEncryption& each) {
        if (kind == 0) Install(each, epoch);
        if (kind == 1) (void)each.Execute(epoch);
        if (kind == 2) each.SendClear();
        if (kind == 3) each.SendNothing();
        if (kind == 4) (void)each.Execute(99);
      };
      (one(*all), ...);
    };
    for (auto left = random() % 40; left > 0; --left) {
      step(&encryption);
      (void)Apply(encryption);
    }
    FrameEncryption restored;
    test::RestoreInto(restored, test::Save(encryption, kNow), kNow);
    for (int left = 40; left > 0; --left) {
      ASSERT_EQ(restored.mode(), encryption.mode());
      ASSERT_EQ(Apply(restored), Apply(encryption)) << seed;
      step(&encryption, &restored);
    }
  }
}

TEST(SavedFrameEncryption, ASuccessorUsesNeitherRatchetBeforeItsLimit) {
  FrameEncryption encryption;
  Install(encryption, 1, 100);
  (void)encryption.Execute(1);
  Install(encryption, 2, 200);
  const auto saved = test::Save(encryption, kNow);
  FrameEncryption restored;
  const RestoreFault fault =
      test::FaultOf(saved, kNow, [&](FieldReader& in) { restored.Restore(in, Resumption::kAtLimit); });
  ASSERT_FALSE(fault);
  EXPECT_TRUE(Apply(restored).empty());
  restored.current().sealer->Grant(101);
  EXPECT_EQ(dave::ParseFrame(Apply(restored))->nonce, 100u);
  (void)restored.Execute(2);
  EXPECT_TRUE(Apply(restored).empty());
  restored.current().sealer->Grant(201);
  EXPECT_EQ(dave::ParseFrame(Apply(restored))->nonce, 200u);
}

TEST(SavedFrameEncryption, NeedsEachFieldAndSurvivesDamage) {
  FrameEncryption encryption;
  Install(encryption, 1);
  (void)encryption.Execute(1);
  Install(encryption, 2);
  const auto saved = test::Save(encryption, kNow);
  test::RestoreDamaged(saved, kNow, Restore);
  EXPECT_EQ(test::FaultOf(test::With(saved, 1, {3}), kNow, Restore).field, "mode");
  encryption.SendClear();
  test::ExpectEachFieldNeeded(test::Save(encryption, kNow), kNow, Restore, {2, 3});  // may have none
}

TEST(SavedFrameEncryption, RefusesToSealWithoutARatchet) {
  const auto saved = test::Save(FrameEncryption(), kNow);
  const auto damaged = test::With(saved, 1, {static_cast<std::uint8_t>(Mode::kSealed)});
  EXPECT_EQ(test::FaultOf(damaged, kNow, Restore).field, "mode");
}

}  // namespace SDKPP_TEST_FILE
}  // namespace sdkpp::session
