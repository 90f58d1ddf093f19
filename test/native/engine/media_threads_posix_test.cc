#include <gtest/gtest.h>
#include <sched.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <memory>
#include <string>
#include <vector>

#include "engine/clock.h"
#include "engine/engine_scene.h"
#include "engine/media_threads.h"
#include "engine/placement.h"

namespace sdkpp::engine {
namespace {

using namespace std::chrono_literals;

/// Sessions that are about to send sound which is encoded: about 1.3 ms of a tick for ten.
class Crowd {
 public:
  explicit Crowd(MediaThreads& threads) : threads_(threads) {}
  ~Crowd() {
    for (auto& session : sessions_) threads_.Remove(std::move(session));
  }
  Crowd(const Crowd&) = delete;
  Crowd& operator=(const Crowd&) = delete;

  void Grow(std::size_t count) {
    for (std::size_t at = 0; at < count; ++at) {
      sessions_.push_back(MakeSession());
      threads_.Add(sessions_.back().get());
      threads_.SetSends(sessions_.back().get(), Sends::kSamples);
    }
  }
  [[nodiscard]] MediaSession& newest() { return *sessions_.back(); }

 private:
  MediaThreads& threads_;
  std::vector<std::unique_ptr<MediaSession>> sessions_;
};

std::vector<std::size_t> MembersOf(const MediaThreads& threads) {
  std::vector<std::size_t> members;
  for (const auto& report : threads.Reports()) members.push_back(report.members);
  return members;
}

TEST(MediaThreads, AreOneWhileItSuffices) {
  Bell bell;
  auto threads = MediaThreads::Start(bell);
  threads->SetLimit(4);
  Crowd crowd(*threads);
  crowd.Grow(50);
  EXPECT_EQ(MembersOf(*threads), std::vector<std::size_t>{50});
}

TEST(MediaThreads, OpenWhenOneIsFullAndShareItsSessions) {
  Bell bell;
  auto threads = MediaThreads::Start(bell);
  threads->SetLimit(3);
  Crowd crowd(*threads);
  crowd.Grow(200);  // 25 ms of a tick
  const auto members = MembersOf(*threads);
  ASSERT_EQ(members.size(), 3u);
  for (const std::size_t count : members) EXPECT_LE(count, 80u) << "10 ms";
}

TEST(MediaThreads, AreNotMoreThanTheLimit) {
  Bell bell;
  auto threads = MediaThreads::Start(bell);
  Crowd crowd(*threads);
  crowd.Grow(200);
  EXPECT_EQ(MembersOf(*threads), std::vector<std::size_t>{200});
}

TEST(MediaThreads, OfAllInstancesShareTheLimit) {
  Bell bell;
  auto one = MediaThreads::Start(bell);
  auto other = MediaThreads::Start(bell);
  one->SetLimit(3);
  other->SetLimit(3);
  Crowd crowd(*one);
  crowd.Grow(300);
  EXPECT_EQ(MembersOf(*one).size(), 2u);
  Crowd late(*other);
  late.Grow(300);
  EXPECT_EQ(MembersOf(*other).size(), 1u) << "the process has three";
}

TEST(MediaThreads, EndWhenNobodyHasBeenOnThemForAWhile) {
  Bell bell;
  auto threads = MediaThreads::Start(bell, 50ms);
  threads->SetLimit(2);
  {
    Crowd crowd(*threads);
    crowd.Grow(200);
    ASSERT_EQ(MembersOf(*threads).size(), 2u);
  }
  while (MembersOf(*threads).size() > 1) {
    ASSERT_TRUE(bell.Wait());
    (void)threads->TakeGarbage();
    threads->Balance(Now());
  }
}

TEST(MediaThreads, CarryCommandsWhereverASessionIs) {
  Bell bell;
  auto threads = MediaThreads::Start(bell);
  threads->SetLimit(2);
  Crowd crowd(*threads);
  for (int round = 0; round < 20; ++round) {
    crowd.Grow(10);
    Post(crowd.newest(), session::command::SetOutput{});
    threads->Nudge(&crowd.newest());
    EXPECT_TRUE(Await<session::event::Retired>(bell, crowd.newest())) << round;
    (void)threads->TakeGarbage();
  }
}

/// Its frames are made on one thread and taken on the same.
TEST(MediaThreads, BringASessionToItsPlayer) {
  Bell bell;
  auto threads = MediaThreads::Start(bell);
  threads->SetLimit(2);
  Crowd crowd(*threads);
  crowd.Grow(130);
  const auto before = MembersOf(*threads);
  ASSERT_EQ(before.size(), 2u);
  auto player = player::Player::Create({});
  threads->Add(player.get(), 10);
  const std::size_t place = MembersOf(*threads)[0] > before[0] ? 0 : 1;
  for (int each = 0; each < 40; ++each) {
    crowd.Grow(1);
    threads->Follow(&crowd.newest(), player.get());
  }
  const auto after = MembersOf(*threads);
  EXPECT_EQ(after[place], before[place] + 41);
  EXPECT_EQ(after[1 - place], before[1 - place]);
  threads->Remove(std::move(player));
}

#ifdef __linux__
/// The media threads of this process, as the system knows them.
std::vector<pid_t> ThreadIds() {
  std::vector<pid_t> found;
  for (const auto& task : std::filesystem::directory_iterator("/proc/self/task")) {
    std::string name;
    std::getline(std::ifstream(task.path() / "comm"), name);
    if (name == "sdkpp-media") found.push_back(static_cast<pid_t>(std::stol(task.path().filename())));
  }
  return found;
}

TEST(MediaThreads, HaveTheRequestedPriorityOrTheReasonIsReported) {
  Bell bell;
  auto threads = MediaThreads::Start(bell);
  ASSERT_EQ(threads->SetPriority(7), 0);
  const auto ids = ThreadIds();
  ASSERT_EQ(ids.size(), 1u);
  EXPECT_EQ(getpriority(PRIO_PROCESS, static_cast<id_t>(ids[0])), 7);
  // the system call: musl's function only answers that POSIX and Linux mean different things by it
  EXPECT_EQ(syscall(SYS_sched_getscheduler, ids[0]), SCHED_OTHER);
  auto session = MakeSession();
  threads->Add(session.get());
  const int error = threads->SetPriority(-20);  // only the privileged may
  EXPECT_EQ(getpriority(PRIO_PROCESS, static_cast<id_t>(ids[0])), error == 0 ? -20 : 7);
  EXPECT_EQ(PlacementErrorText(error).empty(), false);
  threads->Remove(std::move(session));
}

TEST(MediaThreads, AreBoundToProcessorsOrTheReasonIsReported) {
  Bell bell;
  auto threads = MediaThreads::Start(bell);
  ASSERT_EQ(threads->SetProcessors(1), 0);
  const auto ids = ThreadIds();
  ASSERT_EQ(ids.size(), 1u);
  cpu_set_t bound;
  ASSERT_EQ(sched_getaffinity(ids[0], sizeof(bound), &bound), 0);
  EXPECT_EQ(CPU_COUNT(&bound), 1);
  EXPECT_TRUE(CPU_ISSET(0, &bound));
  EXPECT_EQ(threads->SetProcessors(0), EINVAL);  // none
  ASSERT_EQ(sched_getaffinity(ids[0], sizeof(bound), &bound), 0);
  EXPECT_EQ(CPU_COUNT(&bound), 1);
}
#endif

}  // namespace
}  // namespace sdkpp::engine
