#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>

#include "core/base/instant.h"
#include "core/gateway/random.h"

namespace sdkpp::gateway {

/// When to send the next heartbeat, and whether the server still answers. Counts unanswered beats instead of
/// time, so that a stalled JavaScript thread does not mistake its own sleep for a dead server.
class Heartbeat {
 public:
  /// From Hello. Ours beats at least every 5 s; the first after a random part of that.
  void Start(Duration interval, Instant now, Random& random) noexcept {
    constexpr Duration kLongest = std::chrono::seconds(5);
    constexpr Duration kShortest = std::chrono::milliseconds(100);
    period_ = std::clamp(interval, kShortest, kLongest);
    unanswered_ = 0;
    next_ = now + std::chrono::duration_cast<Duration>(period_ * random.Unit());
  }

  void Stop() noexcept { next_.reset(); }

  /// Anything arrived: the server is alive.
  void Alive() noexcept { unanswered_ = 0; }

  /// Call at next(). False when two beats went unanswered; the caller then drops the socket.
  [[nodiscard]] bool Beat(Instant now) noexcept {
    if (unanswered_ >= 2) return false;
    ++unanswered_;
    next_ = now + period_;
    return true;
  }

  /// `t` of a heartbeat: an integer that does not repeat.
  [[nodiscard]] std::int64_t NextToken(Instant now) noexcept {
    const std::int64_t ms = std::chrono::floor<std::chrono::milliseconds>(now.time_since_epoch()).count();
    token_ = std::max(ms, token_ + 1);
    sent_ = now;
    return token_;
  }

  /// Round trip of the ACK for `t`, when it answers the newest beat.
  [[nodiscard]] std::optional<Duration> RoundTrip(std::int64_t t, Instant now) const noexcept {
    if (t != token_) return std::nullopt;
    return now - sent_;
  }

  [[nodiscard]] std::optional<Instant> next() const noexcept { return next_; }

 private:
  Duration period_{};
  std::optional<Instant> next_;
  Instant sent_{};
  std::int64_t token_ = 0;
  int unanswered_ = 0;
};

}  // namespace sdkpp::gateway
