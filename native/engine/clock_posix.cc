#include <chrono>
#include <ctime>

#include "engine/clock.h"

namespace sdkpp::engine {

namespace {
Duration Read(clockid_t clock) noexcept {
  timespec time{};
  (void)clock_gettime(clock, &time);
  return std::chrono::seconds(time.tv_sec) + std::chrono::nanoseconds(time.tv_nsec);
}
}  // namespace

Duration ThreadTime(Duration) noexcept { return Read(CLOCK_THREAD_CPUTIME_ID); }

Duration TimeAsleep() noexcept {
#if defined(CLOCK_BOOTTIME)
  return Read(CLOCK_BOOTTIME) - Read(CLOCK_MONOTONIC);
#elif defined(CLOCK_UPTIME_RAW)
  return Read(CLOCK_MONOTONIC) - Read(CLOCK_UPTIME_RAW);
#else
  return Duration::zero();
#endif
}

}  // namespace sdkpp::engine
