#pragma once

#include <atomic>
#include <memory>
#include <utility>

#include "engine/waiter.h"

namespace sdkpp::engine {

/// Tells a media thread that something waits for it.
class ThreadNudge {
 public:
  explicit ThreadNudge(std::unique_ptr<Waiter> waiter) noexcept : waiter_(std::move(waiter)) {}

  /// Any thread.
  void Send() noexcept {
    if (!sent_.exchange(true, std::memory_order_acq_rel)) waiter_->Wake();
  }
  /// Without ending a wait: the media thread tells itself.
  void Remember() noexcept { sent_.store(true, std::memory_order_relaxed); }
  /// Media thread.
  [[nodiscard]] bool Take() noexcept { return sent_.exchange(false, std::memory_order_acq_rel); }
  [[nodiscard]] Waiter& waiter() noexcept { return *waiter_; }

 private:
  std::unique_ptr<Waiter> waiter_;
  std::atomic<bool> sent_{false};
};

}  // namespace sdkpp::engine
