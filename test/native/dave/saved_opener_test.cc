#include <gtest/gtest.h>

#include <random>

#include "core/dave/frame_opener.h"
#include "dave/dave_support.h"
#include "support/saved_fields.h"

namespace sdkpp::test {
namespace SDKPP_TEST_FILE {

using namespace std::chrono_literals;

constexpr Instant kStart{1000h};
constexpr Duration kShift = -999h;
const Bytes kPlain{0xf8, 1, 2, 3};

/// A user who moves from epoch to epoch, and whose frames come late, twice and in the clear.
class User {
 public:
  explicit User(std::uint64_t seed) : random_(seed) {}

  void Step() {
    now += Duration(random_() % 1500 * 1ms);
    if (random_() % 12 == 0 || senders_.empty())
      senders_.push_back(dave::FrameSealer::Create(NextId(), MakeBase(NextId())));
    const auto from = random_() % std::min<std::size_t>(senders_.size(), 3);
    if (random_() % 5 != 0) frames_.push_back(SealWith(*senders_[senders_.size() - 1 - from], kPlain));
    if (random_() % 9 == 0) frames_.push_back(kPlain);
  }
  [[nodiscard]] std::uint8_t epochs() const { return static_cast<std::uint8_t>(senders_.size()); }
  [[nodiscard]] const Bytes& Frame() {
    const auto back = random_() % std::min<std::size_t>(frames_.size(), 12);
    return frames_[frames_.size() - 1 - back];
  }
  [[nodiscard]] bool has_frames() const { return !frames_.empty(); }

  Instant now = kStart;

 private:
  [[nodiscard]] std::uint8_t NextId() const { return static_cast<std::uint8_t>(senders_.size() + 1); }

  std::mt19937_64 random_;
  std::vector<std::unique_ptr<dave::FrameSealer>> senders_;
  std::vector<Bytes> frames_;
};

void InstallUpTo(std::uint8_t epochs, std::uint8_t& installed, Instant now, dave::FrameOpener& opener) {
  dave::RetiredRatchets retired;
  while (installed < epochs) {
    ++installed;
    opener.Install(now, dave::ReceiveRatchet::Create(installed, MakeBase(installed)), retired);
  }
}

TEST(SavedFrameOpener, OpensAndRefusesTheSameFramesOnAnotherTimeLine) {
  for (std::uint64_t seed = 1; seed < 25; ++seed) {
    User user(seed);
    dave::FrameOpener opener;
    std::uint8_t installed = 0;
    for (auto left = seed * 4; left > 0; --left) {
      user.Step();
      InstallUpTo(user.epochs(), installed, user.now, opener);
      if (user.has_frames()) (void)OpenWith(opener, user.now, user.Frame());
    }
    dave::FrameOpener restored;
    RestoreInto(restored, Save(opener, user.now), user.now + kShift);
    std::uint8_t in_restored = installed;
    for (int left = 60; left > 0; --left) {
      user.Step();
      InstallUpTo(user.epochs(), installed, user.now, opener);
      InstallUpTo(user.epochs(), in_restored, user.now + kShift, restored);
      const bool clear = left % 3 == 0;
      const Bytes& frame = user.Frame();
      ASSERT_EQ(OpenWith(restored, user.now + kShift, frame, clear), OpenWith(opener, user.now, frame, clear))
          << seed;
      ASSERT_EQ(restored.ratchets(), opener.ratchets());
    }
    EXPECT_EQ(restored.stats().opened, opener.stats().opened);
    EXPECT_EQ(restored.stats().undecryptable, opener.stats().undecryptable);
    EXPECT_EQ(restored.stats().late_epoch, opener.stats().late_epoch);
    EXPECT_EQ(restored.stats().passthrough, opener.stats().passthrough);
  }
}

Record SavedOpener() {
  dave::FrameOpener opener;
  std::uint8_t installed = 0;
  InstallUpTo(8, installed, kStart, opener);
  (void)OpenWith(opener, kStart, SealWith(*dave::FrameSealer::Create(8, MakeBase(8), 500), kPlain));
  return Save(opener, kStart);
}

void Restore(FieldReader& in) {
  dave::FrameOpener opener;
  opener.Restore(in);
  if (in.ok()) (void)OpenWith(opener, kStart, SealWith(*dave::FrameSealer::Create(8, MakeBase(8)), kPlain));
}

TEST(SavedFrameOpener, NeedsEachFieldAndSurvivesDamage) {
  const Record saved = SavedOpener();
  EXPECT_LT(saved.size(), 1000u);
  ExpectEachFieldNeeded(saved, kStart, Restore, {1});  // a user without ratchets
  RestoreDamaged(saved, kStart, Restore);
}

TEST(SavedFrameOpener, RefusesOneRatchetTwiceAndMoreThanItHolds) {
  const auto fields = Split(SavedOpener());
  ASSERT_EQ(fields.size(), 9u);
  const std::vector<Record> twice{fields[0], fields[0], fields[8]};
  EXPECT_EQ(FaultOf(Join(twice), kStart, Restore).field, "ratchet");

  auto nine = fields;
  dave::FrameOpener ninth;
  std::uint8_t installed = 8;
  InstallUpTo(9, installed, kStart, ninth);
  nine.insert(nine.begin(), Split(Save(ninth, kStart))[0]);
  EXPECT_EQ(FaultOf(Join(nine), kStart, Restore).problem, RestoreProblem::kOutOfRange);
}

}  // namespace SDKPP_TEST_FILE
}  // namespace sdkpp::test
