#include "thread/semaphore.h"

#include <gtest/gtest.h>

#include "thread/thread.h"

namespace sdkpp::thread {
namespace SDKPP_TEST_FILE {

constexpr int kRounds = 20'000;

/// Two threads that wait for each other: a wake-up that is lost stops both.
struct Rally {
  Semaphore there;
  Semaphore back;
  int returned = 0;
};

TEST(Semaphore, LosesNoWakeUp) {
  Rally rally;
  {
    auto other = Thread::Start(
        [](void* raw) noexcept {
          Rally& shared = *static_cast<Rally*>(raw);
          for (int round = 0; round < kRounds; ++round) {
            shared.there.Acquire();
            ++shared.returned;
            shared.back.Release();
          }
        },
        &rally);
    ASSERT_TRUE(other.has_value());
    for (int round = 0; round < kRounds; ++round) {
      rally.there.Release();
      rally.back.Acquire();
    }
  }
  EXPECT_EQ(rally.returned, kRounds);
}

}  // namespace SDKPP_TEST_FILE
}  // namespace sdkpp::thread
