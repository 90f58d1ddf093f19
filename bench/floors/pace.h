#pragma once

#include <sched.h>
#include <sys/prctl.h>

#include <cstdint>
#include <ctime>

namespace floors {

/// Nanoseconds of processor time of this process.
inline std::int64_t CpuTime() {
  timespec time{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
  return std::int64_t{time.tv_sec} * 1'000'000'000 + time.tv_nsec;
}

/// Of the calling thread, as media threads take it: exact timers, and realtime where that is permitted.
inline void TakePriority() {
  prctl(PR_SET_TIMERSLACK, 1UL);
  const sched_param wanted{.sched_priority = 1};
  (void)sched_setscheduler(0, SCHED_RR, &wanted);
}

/// As a media thread does: wakes at absolute deadlines 20 ms apart.
class Pace {
 public:
  static constexpr int kTicksPerSecond = 50;

  Pace() {
    TakePriority();
    clock_gettime(CLOCK_MONOTONIC, &next_);
  }

  /// Sleeps until the next deadline.
  void Wait() {
    next_.tv_nsec += 1'000'000'000 / kTicksPerSecond;
    if (next_.tv_nsec >= 1'000'000'000) {
      next_.tv_nsec -= 1'000'000'000;
      ++next_.tv_sec;
    }
    clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &next_, nullptr);
  }

 private:
  timespec next_{};
};

/// Runs `tick` on the grid for half a second to warm up and then for `seconds`.
/// @returns microseconds of processor time per tick
template <class Tick>
double CostPerTick(double seconds, const Tick& tick) {
  Pace pace;
  for (int i = 0; i < Pace::kTicksPerSecond / 2; ++i) {
    pace.Wait();
    tick();
  }
  const int ticks = static_cast<int>(seconds * Pace::kTicksPerSecond);
  const std::int64_t before = CpuTime();
  for (int i = 0; i < ticks; ++i) {
    pace.Wait();
    tick();
  }
  return static_cast<double>(CpuTime() - before) / 1000.0 / ticks;
}

}  // namespace floors
