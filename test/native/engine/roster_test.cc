#include "engine/roster.h"

#include <gtest/gtest.h>

#include <memory>
#include <vector>

namespace sdkpp::engine {
namespace SDKPP_TEST_FILE {

using namespace std::chrono_literals;

struct Member {};
struct Seat {
  explicit Seat(Member& of) noexcept : member(&of) {}
  Member* member;
};

constexpr Instant At(std::chrono::milliseconds time) { return Instant(time); }

/// A media thread whose side of the roster runs when the test says so.
class Side {
 public:
  Roster<Member, Seat> roster{nudge_};

  /// Between two ticks, of which the next is that of `next`.
  void Apply(Instant next) {
    const auto nothing = [](Member&) {};
    (void)roster.ApplyChanges(next, nothing, nothing, nothing);
    SeatThem(next);
  }
  void SeatThem(Instant next) {
    (void)roster.SeatArrivals(next, [this](Member&, Instant due) { due_ = due; });
  }
  [[nodiscard]] std::size_t seated() const { return roster.seats().size(); }
  /// The next tick of who arrived last.
  [[nodiscard]] Instant due() const { return due_; }

 private:
  ThreadNudge nudge_{Waiter::Create()};
  Instant due_{};
};

class RosterTest : public testing::Test {
 protected:
  RosterTest() {
    from.roster.Add(member.get());
    from.Apply(At(80ms));
  }
  ~RosterTest() override { Collect(); }
  void Collect() {
    for (Side* side : {&from, &to}) (void)side->roster.TakeReleased();
  }

  std::unique_ptr<Member> member = std::make_unique<Member>();
  Side from;
  Side to;
};

TEST_F(RosterTest, WhoMovesIsOnOneThreadAtATime) {
  ASSERT_TRUE(from.roster.Move(member.get(), to.roster));
  EXPECT_EQ(from.seated(), 1u);
  from.Apply(At(100ms));
  EXPECT_EQ(from.seated(), 0u);
  EXPECT_EQ(to.seated(), 0u);
  to.Apply(At(100ms));
  EXPECT_EQ(to.seated(), 1u);
  EXPECT_EQ(to.due(), At(100ms));
}

TEST_F(RosterTest, WhoHasHadATickWaitsUntilTheOtherThreadHasBegunIt) {
  ASSERT_TRUE(from.roster.Move(member.get(), to.roster));
  from.Apply(At(120ms));
  to.Apply(At(100ms));
  EXPECT_EQ(to.seated(), 0u);
  EXPECT_FALSE(to.roster.empty()) << "the thread must tick";
  to.SeatThem(At(120ms));
  EXPECT_EQ(to.seated(), 1u);
}

TEST_F(RosterTest, WhoComesLateSaysWhichTickItHasNotHad) {
  ASSERT_TRUE(from.roster.Move(member.get(), to.roster));
  from.Apply(At(100ms));
  to.Apply(At(140ms));
  EXPECT_EQ(to.due(), At(100ms));
}

TEST_F(RosterTest, WhoIsUnderWayIsRemovedWhereItArrives) {
  ASSERT_TRUE(from.roster.Move(member.get(), to.roster));
  EXPECT_FALSE(to.roster.Move(member.get(), from.roster)) << "before it has arrived";
  to.roster.Remove(std::move(member));
  to.Apply(At(100ms));  // nobody came yet
  Collect();
  EXPECT_EQ(to.roster.leaving(), 1u);
  from.Apply(At(100ms));
  to.Apply(At(100ms));
  Collect();
  to.Apply(At(120ms));
  EXPECT_EQ(to.roster.TakeReleased().size(), 1u);
  EXPECT_TRUE(from.roster.is_unused());
  EXPECT_TRUE(to.roster.is_unused());
}

TEST_F(RosterTest, AnyNumberCanArrive) {
  std::vector<std::unique_ptr<Member>> members;
  for (int each = 0; each < 300; ++each) {
    members.push_back(std::make_unique<Member>());
    from.roster.Add(members.back().get());
  }
  from.Apply(At(80ms));
  for (auto& each : members) ASSERT_TRUE(from.roster.Move(each.get(), to.roster));
  from.Apply(At(100ms));
  to.Apply(At(100ms));
  EXPECT_EQ(to.seated(), members.size());
  Collect();
  EXPECT_EQ(to.roster.present(), members.size());
  EXPECT_EQ(from.roster.present(), 1u);
}

TEST_F(RosterTest, MoreThanCanBeUnderWayStay) {
  std::vector<std::unique_ptr<Member>> members;
  std::size_t moved = 0;
  for (int each = 0; each < 3'000; ++each) {
    members.push_back(std::make_unique<Member>());
    from.roster.Add(members.back().get());
    from.Apply(At(80ms));
    moved += from.roster.Move(members.back().get(), to.roster) ? 1 : 0;
    from.Apply(At(80ms));
  }
  EXPECT_LT(moved, members.size());
  to.Apply(At(80ms));
  EXPECT_EQ(to.seated(), moved);
  Collect();
  EXPECT_TRUE(from.roster.Move(member.get(), to.roster));
}

}  // namespace SDKPP_TEST_FILE
}  // namespace sdkpp::engine
