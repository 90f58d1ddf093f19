#pragma once

#include <algorithm>
#include <chrono>
#include <ctime>

#include "pace.h"

namespace floors {

/// Deadlines 20 ms apart, met as a media thread meets them: a tick begins ahead of its deadline by half of
/// what ticks take, and what is 100 ms behind is skipped.
class LeadingPace {
 public:
  using Clock = std::chrono::steady_clock;
  static constexpr Clock::duration kTick = std::chrono::milliseconds(20);

  explicit LeadingPace(Clock::time_point first) : deadline_(first) { TakePriority(); }

  [[nodiscard]] Clock::time_point deadline() const { return deadline_; }
  /// Since the deadline of this tick; negative before it.
  [[nodiscard]] Clock::duration Late() const { return Clock::now() - deadline_; }

  /// Sleeps until the next tick begins.
  void Wait() const {
    using std::chrono::nanoseconds;
    const auto at = std::chrono::duration_cast<nanoseconds>((deadline_ - lead_).time_since_epoch()).count();
    const timespec due{.tv_sec = at / 1'000'000'000, .tv_nsec = at % 1'000'000'000};
    clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &due, nullptr);
  }

  /// The tick that began then is over.
  void Ticked(Clock::time_point began) {
    const auto now = Clock::now();
    Measure(now - began);
    deadline_ += kTick;
    if (now - deadline_ >= kStall) deadline_ += ((now - deadline_) / kTick + 1) * kTick;
  }

 private:
  static constexpr Clock::duration kStall = std::chrono::milliseconds(100);
  static constexpr Clock::duration kMostLead = std::chrono::milliseconds(4);
  static constexpr int kTogether = 8;

  void Measure(Clock::duration taken) {
    least_ = measured_ == 0 ? taken : std::min(least_, taken);
    if (++measured_ < kTogether) return;
    measured_ = 0;
    lead_ += (std::min(least_ / 2, kMostLead) - lead_) / 2;
  }

  Clock::time_point deadline_;
  Clock::duration lead_{};
  Clock::duration least_{};  ///< of the ticks since the lead was last moved
  int measured_ = 0;         ///< these ticks
};

}  // namespace floors
