#pragma once

#include <algorithm>
#include <chrono>

#include "core/base/audio_format.h"
#include "core/base/instant.h"

namespace sdkpp::engine {

/// When ticks are due: on absolute deadlines. A tick begins ahead of its deadline by half of the time that
/// ticks take, so that the last sessions are as late as the first ones are early.
class TickPace {
 public:
  /// Less than what a tick may come early on a stream's time line.
  static constexpr Duration kMostLead = std::chrono::milliseconds(4);
  /// After a stall this long ticks are skipped instead of sent in a burst.
  static constexpr Duration kStall = std::chrono::milliseconds(100);

  /// The first deadline is one tick from `now`.
  void Restart(Instant now) noexcept { deadline_ = now + kBlockDuration; }

  [[nodiscard]] Instant deadline() const noexcept { return deadline_; }
  [[nodiscard]] Instant due() const noexcept { return deadline_ - lead_; }

  /// A tick took from `began` to `ended`.
  void Ticked(Instant began, Instant ended) noexcept {
    lead_ += (std::min((ended - began) / 2, kMostLead) - lead_) / kLeadShare;
    deadline_ += kBlockDuration;
    if (ended - deadline_ >= kStall) Restart(ended);
  }

 private:
  /// How slowly the lead follows what ticks take.
  static constexpr Duration::rep kLeadShare = 8;

  Instant deadline_{};
  Duration lead_{};
};

}  // namespace sdkpp::engine
