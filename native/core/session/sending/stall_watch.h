#pragma once

#include <algorithm>
#include <chrono>
#include <cstdint>

#include "core/base/instant.h"

namespace sdkpp::session {

/// Notices that a session stood still for so long that another process may have its call: the machine slept,
/// or the process was stopped. It then holds back before the next packet, until its owner knows whose the
/// call is. Media thread.
class StallWatch {
 public:
  /// A session that stood still for less goes on by itself.
  static constexpr Duration kStandstill = std::chrono::seconds(1);

  /// Whether to hold back at all.
  void SetHolds(bool holds) noexcept { holds_ = holds; }
  /// Before anything is sent: it is `now`, and this should have been done at `due`.
  void Look(Instant now, Instant due) noexcept {
    const Duration since = seen_ == Instant{} ? Duration::zero() : now - seen_;
    if (std::max(since, now - due) >= kStandstill) Stall();
    seen_ = now;
  }
  /// It was well until then; what happened before counts no more.
  void Seen(Instant now) noexcept { seen_ = now; }
  /// The clock does not show that the machine slept.
  void Slept(Duration slept) noexcept {
    if (slept >= kStandstill) Stall();
  }
  /// After stall `number`. It stood still again meanwhile: that one is waited for.
  void GoOn(std::uint32_t number, Instant now) noexcept {
    Look(now, now);
    if (number == number_) is_stalled_ = false;
  }

  [[nodiscard]] bool is_stalled() const noexcept { return is_stalled_; }
  /// Of the newest stall.
  [[nodiscard]] std::uint32_t number() const noexcept { return number_; }
  /// Whether its owner has to be told.
  [[nodiscard]] bool has_news() const noexcept { return told_ != number_; }
  void Told() noexcept { told_ = number_; }

 private:
  void Stall() noexcept {
    if (!holds_) return;
    is_stalled_ = true;
    ++number_;
  }

  Instant seen_{};
  std::uint32_t number_ = 0;
  std::uint32_t told_ = 0;
  bool holds_ = false;
  bool is_stalled_ = false;
};

}  // namespace sdkpp::session
