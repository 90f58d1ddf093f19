#include <gtest/gtest.h>

#include <random>

#include "core/rtp/counter_window.h"
#include "core/rtp/replay_window.h"
#include "core/rtp/sequence_unwrapper.h"
#include "support/saved_fields.h"

namespace sdkpp::rtp {
namespace SDKPP_TEST_FILE {

using namespace std::chrono_literals;

constexpr Instant kNow{1h};

template <class Owner>
void Restore(FieldReader& in) {
  Owner owner;
  owner.Restore(in);
}

/// Numbers that mostly rise, some late, some twice, some far ahead.
class Series {
 public:
  explicit Series(std::uint64_t seed) : random_(seed) {}

  std::int64_t Next() {
    const auto kind = random_() % 64;
    if (kind == 0) newest_ += static_cast<std::int64_t>(random_() % 3000);
    if (kind < 12) return newest_ - static_cast<std::int64_t>(random_() % 1100);
    return newest_ += static_cast<std::int64_t>(1 + random_() % 3);
  }

 private:
  std::mt19937_64 random_;
  std::int64_t newest_ = 70'000;
};

TEST(SavedReplayWindow, GoesOnAsTheOneThatWasSaved) {
  for (std::uint64_t seed = 0; seed < 50; ++seed) {
    Series series(seed);
    ReplayWindow window;
    for (std::uint64_t at = 0; at < seed * 40; ++at) window.Mark(series.Next());
    ReplayWindow restored;
    test::RestoreInto(restored, test::Save(window, kNow), kNow);
    EXPECT_EQ(restored.newest(), window.newest());
    for (int at = 0; at < 2000; ++at) {
      const std::int64_t number = series.Next();
      ASSERT_EQ(restored.Check(number), window.Check(number)) << seed << ", " << at;
      window.Mark(number);
      restored.Mark(number);
    }
  }
}

TEST(SavedReplayWindow, TakesAsManyBytesAsItHasSeen) {
  ReplayWindow window;
  EXPECT_LT(test::Save(window, kNow).size(), 8u);
  window.Mark(100);
  EXPECT_LT(test::Save(window, kNow).size(), 20u);
  window.Mark(1000);
  EXPECT_LT(test::Save(window, kNow).size(), 150u);
}

TEST(SavedReplayWindow, NeedsEachFieldAndSurvivesDamage) {
  ReplayWindow window;
  window.Mark(100);
  window.Mark(1000);
  const auto saved = test::Save(window, kNow);
  test::ExpectEachFieldNeeded(saved, kNow, Restore<ReplayWindow>);
  test::RestoreDamaged(saved, kNow, [](FieldReader& in) {
    ReplayWindow restored;
    restored.Restore(in);
    for (const std::int64_t number : {-1, 0, 900, 5000}) restored.Mark(number);
  });
}

TEST(SavedReplayWindow, RefusesANumberThatNoSeriesReaches) {
  ReplayWindow window;
  window.Mark(1);
  const auto damaged = test::With(test::Save(window, kNow), 2, {0x7f, 1, 2, 3, 4, 5, 6, 7});
  const RestoreFault fault = test::FaultOf(damaged, kNow, Restore<ReplayWindow>);
  EXPECT_EQ(fault.problem, RestoreProblem::kOutOfRange);
  EXPECT_EQ(fault.field, "newest");
}

TEST(SavedCounterWindow, GoesOnAsTheOneThatWasSaved) {
  for (std::uint64_t seed = 0; seed < 64; ++seed) {
    Series series(seed);
    CounterWindow window;
    const auto next = [&] {
      const auto counter = static_cast<std::uint32_t>(series.Next() - 71'000);
      // a foreign byte order
      return seed % 4 == 3 ? counter << 24 | counter >> 8 : counter;
    };
    for (std::uint64_t at = 0; at < seed * seed; ++at) window.Accept(next());
    CounterWindow restored;
    test::RestoreInto(restored, test::Save(window, kNow), kNow);
    for (int at = 0; at < 500; ++at) {
      const std::uint32_t counter = next();
      ASSERT_EQ(restored.Rejects(counter), window.Rejects(counter)) << seed << ", " << at;
      if (window.Rejects(counter)) continue;
      window.Accept(counter);
      restored.Accept(counter);
    }
  }
}

TEST(SavedCounterWindow, NeedsEachFieldAndSurvivesDamage) {
  CounterWindow window;
  for (std::uint32_t counter = 5; counter < 25; ++counter) window.Accept(counter);
  const auto saved = test::Save(window, kNow);
  test::ExpectEachFieldNeeded(saved, kNow, Restore<CounterWindow>);
  test::RestoreDamaged(saved, kNow, [](FieldReader& in) {
    CounterWindow restored;
    restored.Restore(in);
    for (std::uint32_t counter = 0; counter < 40; ++counter) {
      if (!restored.Rejects(counter * 77)) restored.Accept(counter * 77);
    }
  });
}

TEST(SavedSequenceUnwrapper, GoesOnAsTheOneThatWasSaved) {
  SequenceUnwrapper unwrapper;
  for (int at = 0; at < 5; ++at) {
    SequenceUnwrapper restored;
    test::RestoreInto(restored, test::Save(unwrapper, kNow), kNow);
    EXPECT_EQ(restored.highest(), unwrapper.highest());
    const Sequence next(static_cast<std::uint16_t>(at * 30'000));
    EXPECT_EQ(restored.Accept(next), unwrapper.Accept(next));
  }
}

TEST(SavedSequenceUnwrapper, SurvivesDamage) {
  SequenceUnwrapper unwrapper;
  unwrapper.Accept(Sequence(65'000));
  const auto saved = test::Save(unwrapper, kNow);
  test::RestoreDamaged(saved, kNow, [](FieldReader& in) {
    SequenceUnwrapper restored;
    restored.Restore(in);
    (void)restored.Accept(Sequence(32'000));
  });
  const auto damaged = test::With(saved, 1, {0x80, 1, 2, 3, 4, 5, 6, 7});
  EXPECT_EQ(test::FaultOf(damaged, kNow, Restore<SequenceUnwrapper>).field, "highest");
}

}  // namespace SDKPP_TEST_FILE
}  // namespace sdkpp::rtp
