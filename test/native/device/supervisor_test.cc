#include "device/supervisor.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <set>
#include <thread>

#include "core/audio/samples.h"
#include "device/device_thread.h"
#include "support/allocation_guard.h"

namespace sdkpp::device {
namespace SDKPP_TEST_FILE {

using std::chrono::milliseconds;

/// The devices of a desk that exists in the test only.
struct Desk {
  std::atomic<bool> usb_there{true};
  std::atomic<bool> usb_delivers{true};
  std::atomic<bool> opening_hangs{false};
  std::atomic<bool> closing_hangs{false};
  std::atomic<int> open{0};
  std::atomic<int> played{0};
  std::atomic<bool> over{false};
};

void WaitWhile(const std::atomic<bool>& flag, const std::atomic<bool>& over) {
  while (flag.load() && !over.load()) std::this_thread::sleep_for(milliseconds(1));
}

/// A device with a clock of its own: a thread that calls back every 10 ms.
class VirtualStream final : public Stream {
 public:
  VirtualStream(Desk& desk, Direction direction, std::string id, StreamClient& client)
      : desk_(desk), direction_(direction), id_(std::move(id)), client_(client) {
    client_.Begin({48'000, 480});
    ++desk_.open;
    thread_.emplace(
        *thread::Thread::Start([](void* raw) noexcept { static_cast<VirtualStream*>(raw)->Run(); }, this));
  }
  ~VirtualStream() override {
    WaitWhile(desk_.closing_hangs, desk_.over);
    stop_ = true;
    thread_.reset();
    --desk_.open;
  }

 private:
  void Run() noexcept {
    std::array<float, 960> frames{};
    while (!stop_) {
      std::this_thread::sleep_for(milliseconds(10));
      if (id_ == "usb" && !desk_.usb_there) client_.Lost();
      if (id_ == "usb" && (!desk_.usb_there || !desk_.usb_delivers)) continue;
      if (direction_ == Direction::kCapture) {
        frames.fill(id_ == "usb" ? 0.5F : 0.25F);
        client_.Captured(frames);
      } else {
        client_.Play(frames);
        if (frames[480] > 0.1F) ++desk_.played;
      }
    }
  }

  Desk& desk_;
  Direction direction_;
  std::string id_;
  StreamClient& client_;
  std::atomic<bool> stop_{false};
  std::optional<thread::Thread> thread_;
};

class VirtualSystem final : public AudioSystem {
 public:
  explicit VirtualSystem(Desk& desk) : desk_(desk) {}
  DeviceNames List() override {
    WaitWhile(desk_.opening_hangs, desk_.over);
    return {.inputs = {{"usb", "Headset", false}, {"inside", "Built in", true}}};
  }
  std::variant<std::unique_ptr<Stream>, DeviceError> Open(Direction direction, const std::string& id,
                                                          StreamClient& client) override {
    if (id == "usb") WaitWhile(desk_.opening_hangs, desk_.over);
    if (id == "usb" && !desk_.usb_there) return DeviceError{"the device is not there"};
    return std::unique_ptr<Stream>(std::make_unique<VirtualStream>(desk_, direction, id, client));
  }

 private:
  Desk& desk_;
};

class SupervisorTest : public ::testing::Test {
 protected:
  ~SupervisorTest() override {
    desk_->over = true;
    supervisor_.reset();
    // abandoned threads still use the desk
    EXPECT_TRUE(Until([this] { return desk_->open == 0; }));
  }

  /// Runs the tick of a media thread, as often as a real one, until `done`.
  template <class Done>
  bool Until(const Done& done) {
    for (int tick = 0; tick < 400; ++tick) {
      if (done()) return true;
      std::this_thread::sleep_for(milliseconds(20));
      if (input_) Tick();
      if (supervisor_) Gather();
    }
    return done();
  }
  void Tick() {
    const auto block = input_->Next();
    last_ = block.captured.empty() ? 0 : audio::Rounded(block.captured[100]);
  }
  void Gather() {
    auto news = supervisor_->Collect();
    for (auto& each : news.lines) reports_.push_back(each.report);
    for (auto& each : news.lists) lists_.push_back(std::move(each));
  }
  [[nodiscard]] bool Reported(LineReport::Kind kind) const {
    return std::ranges::any_of(reports_, [kind](const auto& each) { return each.kind == kind; });
  }
  [[nodiscard]] bool HearsUsb() const { return last_ > 12'000; }
  [[nodiscard]] bool HearsBuiltIn() const { return last_ > 6'000 && last_ < 10'000; }

  std::shared_ptr<Desk> desk_ = std::make_shared<Desk>();
  AudioSystemFactory system_ = [desk = desk_] { return std::make_unique<VirtualSystem>(*desk); };
  std::unique_ptr<Supervisor> supervisor_ = Supervisor::Start([] {});
  std::unique_ptr<player::Source> input_;
  int last_ = 0;
  std::vector<LineReport> reports_;
  std::vector<Supervisor::Listed> lists_;
};

TEST_F(SupervisorTest, CapturesAndFallsToTheDefaultWhenTheDeviceVanishes) {
  input_ = supervisor_->OpenInput(system_, "usb").end;
  ASSERT_TRUE(Until([this] { return HearsUsb(); }));
  desk_->usb_there = false;
  const auto lost = std::chrono::steady_clock::now();
  ASSERT_TRUE(Until([this] { return HearsBuiltIn(); }));
  EXPECT_LT(std::chrono::steady_clock::now() - lost, milliseconds(500));
  EXPECT_TRUE(Reported(LineReport::Kind::kLost));
  EXPECT_TRUE(Until([this] { return desk_->open == 1; }));
}

TEST_F(SupervisorTest, ADeviceThatStopsCallingBackIsLost) {
  input_ = supervisor_->OpenInput(system_, "usb").end;
  ASSERT_TRUE(Until([this] { return HearsUsb(); }));
  desk_->usb_delivers = false;
  EXPECT_TRUE(Until([this] { return HearsBuiltIn(); }));
}

TEST_F(SupervisorTest, AHangingCloseDisturbsNobodyAndIsAbandoned) {
  input_ = supervisor_->OpenInput(system_, "usb").end;
  ASSERT_TRUE(Until([this] { return HearsUsb(); }));
  desk_->closing_hangs = true;
  desk_->usb_there = false;
  ASSERT_TRUE(Until([this] { return HearsBuiltIn(); }));
  EXPECT_TRUE(Until([this] { return Reported(LineReport::Kind::kHung); }));
  EXPECT_TRUE(Until([this] { return HearsBuiltIn(); }));  // one late block on a busy machine is silent
}

TEST_F(SupervisorTest, AHangingOpenGivesWayToTheDefault) {
  desk_->opening_hangs = true;
  input_ = supervisor_->OpenInput(system_, "usb").end;
  EXPECT_TRUE(Until([this] { return HearsBuiltIn(); }));
  EXPECT_TRUE(Reported(LineReport::Kind::kHung));
}

TEST_F(SupervisorTest, ADeviceThatDoesNotOpenGivesWayToTheDefaultAndSaysWhy) {
  desk_->usb_there = false;
  input_ = supervisor_->OpenInput(system_, "usb").end;
  EXPECT_TRUE(Until([this] { return HearsBuiltIn(); }));
  const auto failed = std::ranges::find(reports_, LineReport::Kind::kFailed, &LineReport::kind);
  ASSERT_NE(failed, reports_.end());
  EXPECT_EQ(failed->id, "usb");
  EXPECT_EQ(failed->text, "the device is not there");
}

TEST_F(SupervisorTest, PlaysAndClosesWhenTheEndIsFreed) {
  auto opened = supervisor_->OpenOutput(system_, "");
  AudioBlock block;
  block.fill(16'000);
  ASSERT_TRUE(Until([&] {
    opened.end->Play(block);
    return desk_->played > 10;
  }));
  EXPECT_GT(supervisor_->StatsOf(opened.line).latency_ms, 0);
  opened.end.reset();
  EXPECT_TRUE(Until([this] { return desk_->open == 0; }));
}

TEST_F(SupervisorTest, ListsAndGivesUpOnAListThatNeverComes) {
  const auto first = supervisor_->List(system_);
  ASSERT_TRUE(Until([this] { return lists_.size() == 1; }));
  EXPECT_EQ(lists_[0].request, first);
  EXPECT_EQ(lists_[0].answer.inputs.size(), 2U);
  desk_->opening_hangs = true;
  (void)supervisor_->List(system_);
  ASSERT_TRUE(Until([this] { return lists_.size() == 2; }));
  EXPECT_NE(lists_[1].answer.error, "");
}

TEST_F(SupervisorTest, TheMediaThreadAllocatesNothing) {
  input_ = supervisor_->OpenInput(system_, "usb").end;
  ASSERT_TRUE(Until([this] { return HearsUsb(); }));
  const test::AllocationGuard guard;
  for (int tick = 0; tick < 20; ++tick) (void)input_->Next();
  EXPECT_EQ(guard.count(), 0U);
}

TEST_F(SupervisorTest, TheEndDoesNotWaitForADeviceThatHangs) {
  input_ = supervisor_->OpenInput(system_, "usb").end;
  ASSERT_TRUE(Until([this] { return HearsUsb(); }));
  desk_->closing_hangs = true;
  const auto began = std::chrono::steady_clock::now();
  supervisor_.reset();
  EXPECT_LT(std::chrono::steady_clock::now() - began, std::chrono::seconds(2));
  EXPECT_EQ(input_->Next().kind, player::SourceBlock::Kind::kNothing);
}

}  // namespace SDKPP_TEST_FILE
}  // namespace sdkpp::device
