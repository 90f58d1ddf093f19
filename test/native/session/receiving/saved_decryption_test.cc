#include <gtest/gtest.h>

#include <random>

#include "core/session/receiving/frame_decryption.h"
#include "dave/dave_support.h"
#include "support/saved_fields.h"

namespace sdkpp::session {
namespace SDKPP_TEST_FILE {

using namespace std::chrono_literals;
using test::Bytes;

constexpr Instant kStart{1000h};
constexpr Duration kShift = -999h;
const Bytes kPlain{0xf8, 1, 2, 3};

/// The decryption of one process.
class Process {
 public:
  explicit Process(Duration shift) : shift_(shift) {}

  void Install(Instant now, UserId user, std::uint8_t epoch) {
    decryption->Install(now + shift_, user, dave::ReceiveRatchet::Create(epoch, BaseOf(user, epoch)));
  }
  std::optional<Bytes> Open(Instant now, UserId user, const Bytes& frame) {
    const auto opened = decryption->Open(now + shift_, user, frame, events_);
    return opened ? std::optional(Bytes(opened->bytes.begin(), opened->bytes.end())) : std::nullopt;
  }
  void SetPassthrough(Instant now, Duration duration) { decryption->SetPassthrough(now + shift_, duration); }
  void Sweep(Instant now) { decryption->Sweep(now + shift_, events_); }

  static test::Base BaseOf(UserId user, std::uint8_t epoch) {
    return test::MakeBase(static_cast<std::uint8_t>(user.raw() * 16 + epoch));
  }

  std::unique_ptr<FrameDecryption> decryption = std::make_unique<FrameDecryption>();

 private:
  Duration shift_;
  SpscRing<MediaEvent> ring_{EventSink::kCapacity};
  EventSink events_{ring_};
};

/// What happens in a call of a few users, seeded.
class Life {
 public:
  explicit Life(std::uint64_t seed) : random_(seed) {}

  /// The same for each process; gives what each of them lets through.
  template <class... Processes>
  std::vector<std::optional<Bytes>> Step(Processes&... processes) {
    now += Duration(random_() % 400 * 1ms);
    const auto kind = random_() % 20;
    const UserId user(1 + random_() % 6);
    const Duration passthrough = random_() % 2 == 0 ? FrameDecryption::kForever : Duration(4s);
    if (kind == 0) (processes.SetPassthrough(now, passthrough), ...);
    if (kind == 1) {
      sending_ = !sending_;
      (processes.decryption->SetSending(sending_), ...);
    }
    if (kind == 2) {
      ++epoch_;
      (processes.Install(now, user, Epoch()), ...);
    }
    if (kind == 3) (processes.Sweep(now), ...);
    if (kind == 4) frames_.push_back({user, kPlain});
    if (kind > 4 || frames_.empty()) frames_.push_back({user, Sealed(user)});
    const auto& [by, frame] =
        frames_[frames_.size() - 1 - random_() % std::min<std::size_t>(frames_.size(), 8)];
    return {processes.Open(now, by, frame)...};
  }

  Instant now = kStart;

 private:
  [[nodiscard]] std::uint8_t Epoch() const { return static_cast<std::uint8_t>(epoch_ % 16); }
  Bytes Sealed(UserId user) {
    return test::SealWith(*dave::FrameSealer::Create(Epoch(), Process::BaseOf(user, Epoch()), ++number_),
                          kPlain);
  }

  std::mt19937_64 random_;
  std::vector<std::pair<UserId, Bytes>> frames_;
  int epoch_ = 0;
  std::uint64_t number_ = 0;
  bool sending_ = false;
};

void Restore(FieldReader& in) {
  const auto restored = std::make_unique<FrameDecryption>();
  restored->Restore(in);
}

TEST(SavedFrameDecryption, LetsTheSameFramesThroughOnAnotherTimeLine) {
  for (std::uint64_t seed = 0; seed < 40; ++seed) {
    Life life(seed);
    Process old(0s);
    for (auto left = seed * 5; left > 0; --left) (void)life.Step(old);
    Process restored(kShift);
    test::RestoreInto(*restored.decryption, test::Save(*old.decryption, life.now), life.now + kShift);
    for (int left = 150; left > 0; --left) {
      const auto results = life.Step(old, restored);
      ASSERT_EQ(results[0], results[1]) << seed << ", " << left;
      ASSERT_EQ(old.decryption->inspects(), restored.decryption->inspects());
      ASSERT_EQ(old.decryption->clear_ends(), restored.decryption->clear_ends());
    }
    for (std::uint64_t user = 1; user <= 6; ++user) {
      EXPECT_EQ(restored.decryption->StatsOf(UserId(user)).opened,
                old.decryption->StatsOf(UserId(user)).opened);
      EXPECT_EQ(restored.decryption->StatsOf(UserId(user)).undecryptable,
                old.decryption->StatsOf(UserId(user)).undecryptable);
    }
  }
}

TEST(SavedFrameDecryption, NeedsEachFieldAndSurvivesDamage) {
  Process old(0s);
  old.SetPassthrough(kStart, 10s);
  for (std::uint64_t user = 1; user <= 3; ++user) old.Install(kStart, UserId(user), 1);
  const auto saved = test::Save(*old.decryption, kStart);
  test::ExpectEachFieldNeeded(saved, kStart, Restore, {4});  // nobody was there
  test::RestoreDamaged(saved, kStart, Restore);
}

TEST(SavedFrameDecryption, RefusesAUserTwiceAndMoreUsersThanItHolds) {
  Process old(0s);
  old.Install(kStart, UserId(7), 1);
  auto fields = test::Split(test::Save(*old.decryption, kStart));
  fields.push_back(fields.back());
  EXPECT_EQ(test::FaultOf(test::Join(fields), kStart, Restore).field, "user");

  Process full(0s);
  for (std::uint64_t user = 0; user < FrameDecryption::kUsers; ++user)
    full.Install(kStart, UserId(user + 100), 1);
  fields = test::Split(test::Save(*full.decryption, kStart));
  EXPECT_FALSE(test::FaultOf(test::Join(fields), kStart, Restore));
  fields.push_back(test::Split(test::Save(*old.decryption, kStart)).back());
  EXPECT_EQ(test::FaultOf(test::Join(fields), kStart, Restore).problem, RestoreProblem::kOutOfRange);
}

}  // namespace SDKPP_TEST_FILE
}  // namespace sdkpp::session
