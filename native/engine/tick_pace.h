#pragma once

#include <algorithm>
#include <chrono>

#include "core/base/audio_format.h"
#include "core/base/instant.h"
#include "engine/tick_grid.h"

namespace sdkpp::engine {

/// When ticks are due: on the deadlines of a grid. A tick begins ahead of its deadline by half of the time
/// that ticks take, so that the last sessions are as late as the first ones are early. That time is the least
/// of several ticks: an interrupted tick takes longer, and must not change when packets leave.
class TickPace {
 public:
  /// Less than what a tick may come early on a stream's time line.
  static constexpr Duration kMostLead = std::chrono::milliseconds(4);
  /// After a stall this long ticks are skipped instead of sent in a burst.
  static constexpr Duration kStall = std::chrono::milliseconds(100);

  explicit TickPace(TickGrid grid) noexcept : grid_(grid) {}

  /// The next tick is that of the first deadline behind `now`.
  void Restart(Instant now) noexcept { deadline_ = grid_.After(now); }

  [[nodiscard]] Instant deadline() const noexcept { return deadline_; }
  [[nodiscard]] Instant due() const noexcept { return deadline_ - lead_; }

  /// Calls `tick` with each deadline from `due` on whose tick was begun already, for who comes from another
  /// thread and has not had it. What was missed in a stall stays missed.
  template <class Tick>
  void MakeUp(Instant due, const Tick& tick) const noexcept {
    for (due = std::max(due, deadline_ - kStall); due < deadline_; due += kBlockDuration) tick(due);
  }

  /// A tick took from `began` to `ended`.
  void Ticked(Instant began, Instant ended) noexcept {
    Measure(ended - began);
    deadline_ += kBlockDuration;
    if (ended - deadline_ >= kStall) Restart(ended);
  }

 private:
  /// Ticks that are measured together, and how slowly the lead follows what they take.
  static constexpr int kTogether = 8;
  static constexpr Duration::rep kLeadShare = 2;

  void Measure(Duration taken) noexcept {
    least_ = measured_ == 0 ? taken : std::min(least_, taken);
    if (++measured_ < kTogether) return;
    measured_ = 0;
    lead_ += (std::min(least_ / 2, kMostLead) - lead_) / kLeadShare;
  }

  TickGrid grid_;
  Instant deadline_{};
  Duration lead_{};
  Duration least_{};  ///< of the ticks since the lead was last moved
  int measured_ = 0;  ///< these ticks
};

}  // namespace sdkpp::engine
