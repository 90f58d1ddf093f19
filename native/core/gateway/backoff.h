#pragma once

#include <algorithm>

#include "core/base/instant.h"
#include "core/gateway/random.h"

namespace sdkpp::gateway {

/// Waiting times between tries: doubling, ±20 %, with an end. (voice transport 2.10)
class Backoff {
 public:
  struct Plan {
    /// Wait before the first try; 0 = at once.
    Duration first;
    /// Wait before the second try; doubles from there.
    Duration second;
    int tries;
    /// All tries together, from the first; zero: no such limit.
    Duration total;
  };

  explicit Backoff(const Plan& plan) noexcept : plan_(plan) {}

  /// Whether a try is left.
  [[nodiscard]] bool HasNext(Instant now) const noexcept {
    if (tried_ == 0) return plan_.tries > 0;
    const bool late = plan_.total != Duration::zero() && now - started_ >= plan_.total;
    return tried_ < plan_.tries && !late;
  }

  /// The wait before the next try. Only while HasNext().
  [[nodiscard]] Duration Next(Instant now, Random& random) noexcept {
    if (tried_ == 0) started_ = now;
    const Duration base = tried_ == 0 ? plan_.first : plan_.second * (1 << (tried_ - 1));
    ++tried_;
    const double spread = 0.8 + 0.4 * random.Unit();
    return std::chrono::duration_cast<Duration>(base * spread);
  }

  void Reset() noexcept { tried_ = 0; }
  [[nodiscard]] int tried() const noexcept { return tried_; }

 private:
  Plan plan_;
  Instant started_{};
  int tried_ = 0;
};

inline constexpr Backoff::Plan kResumePlan{Duration::zero(), std::chrono::milliseconds(500), 6,
                                           std::chrono::seconds(30)};
inline constexpr Backoff::Plan kNewSessionPlan{std::chrono::seconds(1), std::chrono::seconds(2), 5,
                                               Duration::zero()};

}  // namespace sdkpp::gateway
