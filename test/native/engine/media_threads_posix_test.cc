#include <gtest/gtest.h>
#include <sched.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <memory>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "core/player/player.h"
#include "engine/clock.h"
#include "engine/engine_scene.h"
#include "engine/media_threads.h"
#include "engine/placement.h"

namespace sdkpp::engine {
namespace SDKPP_TEST_FILE {

using namespace std::chrono_literals;

/// Players that have nothing to play yet: about 1.3 ms of a tick for ten, as nothing is measured.
class Players {
 public:
  explicit Players(MediaThreads& threads) : threads_(threads) {}
  ~Players() {
    for (auto& player : players_) threads_.Remove(std::move(player));
  }
  Players(const Players&) = delete;
  Players& operator=(const Players&) = delete;

  void Grow(std::size_t count) {
    for (std::size_t at = 0; at < count; ++at) {
      players_.push_back(player::Player::Create({}));
      threads_.Add(players_.back().get(), 10);
    }
  }
  [[nodiscard]] const player::Player& newest() { return *players_.back(); }

 private:
  MediaThreads& threads_;
  std::vector<std::unique_ptr<player::Player>> players_;
};

/// Sessions that are about to send sound which is encoded.
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
  Players players(*threads);
  players.Grow(50);
  EXPECT_EQ(MembersOf(*threads), std::vector<std::size_t>{50});
}

TEST(MediaThreads, OpenWhenOneIsFullAndShareTheWork) {
  Bell bell;
  auto threads = MediaThreads::Start(bell);
  threads->SetLimit(3);
  Players players(*threads);
  players.Grow(200);  // 25 ms of a tick
  const auto members = MembersOf(*threads);
  ASSERT_EQ(members.size(), 3u);
  for (const std::size_t count : members) EXPECT_LE(count, 80u) << "10 ms";
}

TEST(MediaThreads, AreNotMoreThanTheLimit) {
  Bell bell;
  auto threads = MediaThreads::Start(bell);
  Players players(*threads);
  players.Grow(200);
  EXPECT_EQ(MembersOf(*threads), std::vector<std::size_t>{200});
}

TEST(MediaThreads, OfAllInstancesShareTheLimit) {
  Bell bell;
  auto one = MediaThreads::Start(bell);
  auto other = MediaThreads::Start(bell);
  one->SetLimit(3);
  other->SetLimit(3);
  Players players(*one);
  players.Grow(300);
  EXPECT_EQ(MembersOf(*one).size(), 2u);
  Players late(*other);
  late.Grow(300);
  EXPECT_EQ(MembersOf(*other).size(), 1u) << "the process has three";
}

TEST(MediaThreads, EndWhenNobodyHasBeenOnThemForAWhile) {
  Bell bell;
  auto threads = MediaThreads::Start(bell, 50ms);
  threads->SetLimit(2);
  {
    Players players(*threads);
    players.Grow(200);
    ASSERT_EQ(MembersOf(*threads).size(), 2u);
  }
  while (MembersOf(*threads).size() > 1) {
    ASSERT_TRUE(bell.Wait());
    (void)threads->TakeReleased();
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
    (void)threads->TakeReleased();
  }
}

/// Its frames are made on one thread and taken on the same.
TEST(MediaThreads, BringASessionToItsPlayer) {
  Bell bell;
  auto threads = MediaThreads::Start(bell);
  threads->SetLimit(2);
  Players players(*threads);
  players.Grow(130);
  const auto before = MembersOf(*threads);
  ASSERT_EQ(before.size(), 2u);
  players.Grow(1);
  const std::size_t place = MembersOf(*threads)[0] > before[0] ? 0 : 1;
  std::vector<std::unique_ptr<MediaSession>> sessions;
  for (int each = 0; each < 40; ++each) {
    sessions.push_back(MakeSession());
    threads->Add(sessions.back().get());
    threads->Follow(sessions.back().get(), &players.newest());
  }
  const auto after = MembersOf(*threads);
  EXPECT_EQ(after[place], before[place] + 41);
  EXPECT_EQ(after[1 - place], before[1 - place]);
  for (auto& session : sessions) threads->Remove(std::move(session));
}

TEST(MediaThreads, BringASessionToItsPlayerThatWasOnItsWayToAnother) {
  Bell bell;
  auto threads = MediaThreads::Start(bell);
  threads->SetLimit(2);
  Players crowd(*threads);
  crowd.Grow(130);
  ASSERT_EQ(MembersOf(*threads).size(), 2u);
  std::array<const player::Player*, 2> players{};  // one on each thread
  while (players[0] == nullptr || players[1] == nullptr) {
    const auto before = MembersOf(*threads);
    crowd.Grow(1);
    players[MembersOf(*threads)[0] > before[0] ? 0 : 1] = &crowd.newest();
  }
  const auto without = MembersOf(*threads);
  auto session = MakeSession();
  threads->Add(session.get());
  for (std::size_t change = 0; change < 8; ++change)  // faster than it moves
    threads->Follow(session.get(), players[change % 2]);
  const std::vector<std::size_t> wanted{without[0], without[1] + 1};
  while (MembersOf(*threads) != wanted) {
    ASSERT_TRUE(bell.Wait());
    (void)threads->TakeReleased();
    threads->Balance(Now());
  }
  threads->Remove(std::move(session));
}

/// A session, and its threads.
class Frozen : public testing::Test {
 protected:
  /// What ended and what froze by the time that something did.
  [[nodiscard]] Engine::Released AwaitReleased() {
    while (bell.Wait()) {
      auto released = threads->TakeReleased();
      if (!released.sessions.empty() || !released.frozen.empty()) return released;
    }
    return {};
  }

  Bell bell;
  std::unique_ptr<MediaThreads> threads = MediaThreads::Start(bell);
  std::unique_ptr<MediaSession> session = MakeSession();
};

TEST_F(Frozen, IsOnNoThreadUntilItThaws) {
  threads->Add(session.get());
  threads->SetSends(session.get(), Sends::kPackets);
  EXPECT_FALSE(threads->IsFrozen(session.get()));
  threads->Freeze(session.get());
  EXPECT_EQ(MembersOf(*threads), std::vector<std::size_t>{0});
  EXPECT_EQ(AwaitReleased().frozen, std::vector<MediaSession*>{session.get()});
  EXPECT_TRUE(threads->IsFrozen(session.get()));
  // all that may be asked of a session meanwhile
  threads->SetSends(session.get(), Sends::kSamples);
  threads->SetComplexity(session.get(), 5);
  threads->Nudge(session.get());
  threads->Balance(Now());
  threads->Thaw(session.get());
  EXPECT_FALSE(threads->IsFrozen(session.get()));
  EXPECT_EQ(MembersOf(*threads), std::vector<std::size_t>{1});
  Post(*session, session::command::SetOutput{});
  threads->Nudge(session.get());
  EXPECT_TRUE(Await<session::event::Retired>(bell, *session)) << "it ticks";
  threads->Remove(std::move(session));
}

TEST_F(Frozen, MayBeSoFromTheBeginning) {
  threads->AddFrozen(session.get());
  EXPECT_TRUE(threads->IsFrozen(session.get()));
  threads->SetSends(session.get(), Sends::kPackets);
  Post(*session, session::command::SetOutput{});
  threads->Thaw(session.get());
  EXPECT_TRUE(Await<session::event::Retired>(bell, *session)) << "commands that waited are carried out";
  threads->Remove(std::move(session));
}

TEST_F(Frozen, GoesToThePlayerThatItFollowsWhenItThaws) {
  Players players(*threads);
  players.Grow(1);
  threads->AddFrozen(session.get());
  threads->Follow(session.get(), &players.newest());
  threads->Thaw(session.get());
  EXPECT_EQ(MembersOf(*threads), std::vector<std::size_t>{2});
  threads->Remove(std::move(session));
}

TEST_F(Frozen, MayEndBeforeItIsAndAfter) {
  threads->Add(session.get());
  threads->Freeze(session.get());
  threads->Remove(std::move(session));
  auto released = AwaitReleased();
  EXPECT_EQ(released.sessions.size(), 1u);
  EXPECT_TRUE(released.frozen.empty());
  session = MakeSession();
  threads->AddFrozen(session.get());
  threads->Remove(std::move(session));
  EXPECT_EQ(threads->TakeReleased().sessions.size(), 1u);
}

TEST_F(Frozen, MayBeLeftSoByItsThreads) {
  threads->Add(session.get());
  threads->Freeze(session.get());
  threads.reset();
  session = MakeSession();
}

/// Sound that takes nearly all of a tick to make.
class Heavy final : public player::Source {
 public:
  [[nodiscard]] player::SourceBlock Next() noexcept override {
    const Duration until = ThreadTime({}) + 19ms;
    while (ThreadTime({}) < until) continue;
    return {.kind = player::SourceBlock::Kind::kPcm, .pcm = block_};
  }

 private:
  AudioBlock block_{};
};

/// One thread with too much to do.
class Overload : public testing::Test {
 protected:
  Overload() {
    player = player::Player::Create({.complexity = 0, .plays_unheard = true});
    threads->Add(player.get(), 0);
    EXPECT_TRUE(player->Push(player::command::Play{{.source = std::make_unique<Heavy>(), .number = 1}}));
    threads->Nudge(player.get());
  }
  ~Overload() override {
    if (player) threads->Remove(std::move(player));
  }
  /// Encoders that save 3 ms by their prices.
  static constexpr std::size_t kEnough = 60;
  /// The next thing that is done about it. On a busy machine others may have the processor, which is told
  /// too.
  [[nodiscard]] std::optional<MediaThreads::LoadEvent> AwaitEvent() {
    while (bell.Wait()) {
      threads->Balance(Now());
      now += 1s;
      const auto event = threads->TakeLoadEvent(now);
      if (event && event->relief != MediaThreads::Relief::kStarved) return event;
    }
    return std::nullopt;
  }

  Bell bell;
  std::unique_ptr<MediaThreads> threads = MediaThreads::Start(bell);
  std::unique_ptr<player::Player> player;
  Instant now = Now();
};

TEST_F(Overload, CostsQualityFirstAndThenNewSessions) {
  using Relief = MediaThreads::Relief;
  EXPECT_TRUE(threads->Admits());
  Crowd crowd(*threads);
  crowd.Grow(kEnough);
  const auto first = AwaitEvent();
  ASSERT_TRUE(first.has_value());
  EXPECT_EQ(first->relief, Relief::kReduced);
  EXPECT_GT(first->tick, ThreadPlan::kOverload);
  EXPECT_EQ(first->members, kEnough + 1);
  EXPECT_TRUE(threads->Admits()) << "that may have helped";
  const auto second = AwaitEvent();
  ASSERT_TRUE(second.has_value());
  EXPECT_EQ(second->relief, Relief::kRefusing);
  EXPECT_FALSE(threads->Admits());
  threads->Remove(std::move(player));
  const auto end = std::chrono::steady_clock::now() + 10s;
  while (!threads->Admits() && std::chrono::steady_clock::now() < end) std::this_thread::yield();
  EXPECT_TRUE(threads->Admits()) << "it is over";
}

TEST_F(Overload, RefusesAlthoughEncodersComeThatCanUseLess) {
  Crowd crowd(*threads);
  crowd.Grow(kEnough);
  ASSERT_TRUE(AwaitEvent().has_value());
  crowd.Grow(1);
  const auto event = AwaitEvent();
  ASSERT_TRUE(event.has_value());
  EXPECT_EQ(event->relief, MediaThreads::Relief::kRefusing);
  EXPECT_FALSE(threads->Admits());
}

/// A microphone costs 375 µs of 17 ms until it is measured, and these cost nothing then: so they come at
/// once, and often enough that one crowd comes between two measurements.
TEST(MediaThreads, RefuseWhoComesFasterThanTheyMeasure) {
  constexpr std::size_t kTooMany = 46;
  Bell bell;
  auto threads = MediaThreads::Start(bell);
  std::vector<std::unique_ptr<MediaSession>> sessions;
  for (std::size_t each = 0; each < 6 * kTooMany; ++each) sessions.push_back(MakeSession());
  std::size_t count = 0;
  const auto come = [&](bool is_pinned) {
    MediaSession* session = sessions[count++].get();
    threads->Add(session);
    threads->SetSends(session, Sends::kMicrophone);
    if (is_pinned) threads->SetComplexity(session, 10);
  };
  while (count < kTooMany) come(false);
  EXPECT_TRUE(threads->Admits()) << "encoders use less";
  while (count < sessions.size() && threads->Admits()) come(true);
  EXPECT_LT(count, sessions.size());
  const auto event = threads->TakeLoadEvent(Now());
  ASSERT_TRUE(event.has_value());
  EXPECT_EQ(event->relief, MediaThreads::Relief::kRefusing);
  while (count > 0) threads->Remove(std::move(sessions[--count]));
}

TEST_F(Overload, IsOverWhenNothingIsLeft) {
  ASSERT_TRUE(AwaitEvent().has_value());
  ASSERT_FALSE(threads->Admits());
  threads->Remove(std::move(player));
  const auto end = std::chrono::steady_clock::now() + 10s;
  while (!threads->Admits() && std::chrono::steady_clock::now() < end) std::this_thread::yield();
  EXPECT_TRUE(threads->Admits());
}

TEST_F(Overload, LeavesAnEncoderAloneWhoseComplexitySomebodyAskedFor) {
  Crowd crowd(*threads);
  crowd.Grow(1);
  threads->SetComplexity(&crowd.newest(), 10);
  const auto event = AwaitEvent();
  ASSERT_TRUE(event.has_value());
  EXPECT_EQ(event->relief, MediaThreads::Relief::kRefusing);
}

TEST_F(Overload, IsToldOnceASecond) {
  ASSERT_TRUE(AwaitEvent().has_value());
  ASSERT_TRUE(bell.Wait());
  threads->Balance(Now());
  EXPECT_FALSE(threads->TakeLoadEvent(now + 999ms).has_value());
  EXPECT_TRUE(threads->TakeLoadEvent(now + 1s).has_value());
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

}  // namespace SDKPP_TEST_FILE
}  // namespace sdkpp::engine
