#include "device/line_machine.h"

#include <gtest/gtest.h>

#include <vector>

namespace sdkpp::device {
namespace SDKPP_TEST_FILE {

using std::chrono::milliseconds;
using Kind = LineReport::Kind;

/// A line over a device that the test steers, in virtual time, looked at every 50 ms.
class Desk {
 public:
  explicit Desk(std::string id) : machine_(std::move(id)) {}

  void Run(Duration duration) {
    for (const Instant end = now_ + duration; now_ < end; now_ += milliseconds(50)) {
      if (seen.state == OpenState::kRunning && !stalled) seen.callbacks += 5;
      auto step = machine_.Observe(now_, seen);
      if (step.drop) ++drops;
      if (step.report) reports.push_back(*step.report);
      if (step.open) {
        opened.push_back(*step.open);
        opened_at.push_back(now_);
        seen = {.state = opens ? OpenState::kRunning : OpenState::kOpening};
        stalled = false;
      }
    }
  }
  [[nodiscard]] Instant now() const { return now_; }

  LineMachine::Observed seen;
  bool opens = true;
  bool stalled = false;
  int drops = 0;
  std::vector<std::string> opened;
  std::vector<Instant> opened_at;
  std::vector<LineReport> reports;

 private:
  LineMachine machine_;
  Instant now_{std::chrono::seconds(100)};
};

TEST(LineMachine, OpensWhatIsWantedAndSaysSo) {
  Desk desk("usb");
  desk.Run(std::chrono::seconds(60));
  EXPECT_EQ(desk.opened, std::vector<std::string>{"usb"});
  ASSERT_EQ(desk.reports.size(), 1U);
  EXPECT_EQ(desk.reports[0].kind, Kind::kOpened);
  EXPECT_EQ(desk.reports[0].id, "usb");
}

TEST(LineMachine, ALostDeviceGivesWayToTheDefaultWithinHalfASecond) {
  for (const bool says_so : {true, false}) {
    Desk desk("usb");
    desk.Run(std::chrono::seconds(10));
    const Instant lost_at = desk.now();
    if (says_so) desk.seen.state = OpenState::kLost;
    desk.stalled = true;
    desk.Run(milliseconds(1000));
    ASSERT_EQ(desk.opened, (std::vector<std::string>{"usb", ""}));
    EXPECT_LE(desk.opened_at[1] - lost_at, milliseconds(350));
    EXPECT_EQ(desk.drops, 1);
    ASSERT_EQ(desk.reports.size(), 3U);
    EXPECT_EQ(desk.reports[1].kind, Kind::kLost);
    EXPECT_EQ(desk.reports[1].id, "usb");
    EXPECT_EQ(desk.reports[2].kind, Kind::kOpened);
    EXPECT_EQ(desk.reports[2].id, "");
  }
}

TEST(LineMachine, ADeviceThatIsSuspendedForAMomentIsNotLost) {
  Desk desk("usb");
  desk.Run(std::chrono::seconds(10));
  desk.seen.state = OpenState::kLost;
  desk.Run(milliseconds(50));
  desk.seen.state = OpenState::kRunning;
  desk.Run(milliseconds(100));
  desk.seen.state = OpenState::kLost;
  desk.Run(milliseconds(50));
  desk.seen.state = OpenState::kRunning;
  desk.Run(std::chrono::seconds(10));
  EXPECT_EQ(desk.drops, 0);
}

TEST(LineMachine, ADeviceThatHangsWhileOpeningIsGivenUpAfterTwoSeconds) {
  Desk desk("usb");
  desk.opens = false;
  desk.Run(milliseconds(2200));
  EXPECT_EQ(desk.opened, (std::vector<std::string>{"usb", ""}));
  ASSERT_EQ(desk.reports.size(), 1U);
  EXPECT_EQ(desk.reports[0].kind, Kind::kHung);
  EXPECT_EQ(desk.drops, 1);
}

TEST(LineMachine, ADeviceThatBeginsLateIsNotLost) {
  Desk desk("usb");
  desk.Run(milliseconds(50));
  // it fills its buffer when it opens, and then sleeps
  desk.seen.callbacks = 1;
  desk.stalled = true;
  desk.Run(milliseconds(1500));
  EXPECT_TRUE(desk.reports.empty());
  desk.stalled = false;
  desk.Run(milliseconds(200));
  ASSERT_EQ(desk.reports.size(), 1U);
  EXPECT_EQ(desk.reports[0].kind, Kind::kOpened);
  EXPECT_EQ(desk.drops, 0);
}

TEST(LineMachine, AnOpenDeviceThatNeverBeginsIsGivenUpAfterTwoSeconds) {
  Desk desk("usb");
  desk.Run(milliseconds(50));
  desk.stalled = true;
  desk.Run(milliseconds(2200));
  ASSERT_FALSE(desk.reports.empty());
  EXPECT_EQ(desk.reports[0].kind, Kind::kHung);
  EXPECT_EQ(desk.reports[0].text, "the device did not begin within 2 s");
  EXPECT_EQ(desk.opened[1], "");
}

TEST(LineMachine, ADeviceThatBeginsAndDoesNotGoOnIsGivenUpAfterFourSeconds) {
  Desk desk("usb");
  desk.Run(milliseconds(50));
  desk.seen.callbacks = 1;
  desk.stalled = true;
  desk.Run(milliseconds(3800));
  EXPECT_TRUE(desk.reports.empty());
  desk.Run(milliseconds(400));
  ASSERT_FALSE(desk.reports.empty());
  EXPECT_EQ(desk.reports[0].text, "the device did not go on within 4 s");
  EXPECT_EQ(desk.opened[1], "");
}

TEST(LineMachine, ADefaultThatFailsIsAskedForAgainEverLess) {
  Desk desk("");
  for (int i = 0; i < 1'200; ++i) {
    desk.Run(milliseconds(50));
    desk.seen = {.state = OpenState::kFailed, .error = "busy"};
  }
  EXPECT_GE(desk.opened.size(), 25U);
  EXPECT_LE(desk.opened.size(), 35U);
  EXPECT_EQ(desk.reports.back().text, "busy");
}

TEST(LineMachine, ADefaultThatFallsAgainAndAgainDoesNotSpin) {
  Desk desk("");
  for (int i = 0; i < 600; ++i) {
    desk.Run(milliseconds(100));
    desk.seen.state = OpenState::kLost;
  }
  EXPECT_LE(desk.opened.size(), 40U);
}

}  // namespace SDKPP_TEST_FILE
}  // namespace sdkpp::device
