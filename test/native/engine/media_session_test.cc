#include "engine/media_session.h"

#include <gtest/gtest.h>

#include <memory>
#include <thread>

namespace sdkpp::engine {
namespace SDKPP_TEST_FILE {

using namespace std::chrono_literals;

/// Counts where its objects are freed.
struct Freed {
  int here = 0;
  int elsewhere = 0;
  std::thread::id home = std::this_thread::get_id();
};

class CountedInput final : public player::Source {
 public:
  explicit CountedInput(Freed& freed) : freed_(freed) {}
  ~CountedInput() override { ++(std::this_thread::get_id() == freed_.home ? freed_.here : freed_.elsewhere); }
  player::SourceBlock Next() noexcept override { return {}; }

 private:
  Freed& freed_;
};

TEST(MediaSession, HoldsCommandsBackWhileEventsAreNotTakenAndFreesNothingOnTheMediaThread) {
  constexpr int kInputs = 4000;
  Freed freed;
  MediaSession session(session::Talker::Create({}), session::MediaSeed{});
  session::Outbox outbox;
  int pushed = 0;
  const auto push_all = [&] {
    while (pushed < kInputs) {
      session::MediaCommand command = session::command::SetInput{std::make_unique<CountedInput>(freed)};
      if (!session.Push(std::move(command))) {
        // the ring did not take it: this one is freed here
        return;
      }
      ++pushed;
    }
  };
  const auto media_turn = [&] {
    std::thread([&] {
      session.RunCommands(Instant(1s));
      session.Tick(Instant(1s), Instant(1s), outbox);
    }).join();
  };
  for (int turn = 0; turn < 10; ++turn) {
    push_all();
    media_turn();
  }
  EXPECT_LT(pushed, kInputs) << "commands wait in their ring";
  EXPECT_EQ(freed.elsewhere, 0);
  while (pushed < kInputs) {
    while (session.PopEvent()) {
    }
    push_all();
    media_turn();
  }
  EXPECT_EQ(freed.elsewhere, 0);
}

}  // namespace SDKPP_TEST_FILE
}  // namespace sdkpp::engine
