#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>

#include "core/base/instant.h"
#include "core/gateway/random.h"

namespace sdkpp::gateway {

/// When to send the next heartbeat, and whether the server still answers. Counts unanswered beats instead of
/// time, so that a stalled JavaScript thread does not mistake its own sleep for a dead server.
///
/// Beats fall on one grid of the process' clock, so that the beats of many sessions cost one wake-up.
class Heartbeat {
 public:
  /// From Hello: beats at the server's interval, the first after a random part of it.
  void Start(Duration interval, Instant now, Random& random) noexcept {
    period_ = std::max(interval, kShortest);
    unanswered_ = 0;
    demanded_.reset();
    next_ = OnGrid(now, std::chrono::duration_cast<Duration>(period_ * random.Unit()));
  }

  void Stop() noexcept {
    next_.reset();
    demanded_.reset();
  }

  /// Anything arrived: the server is alive.
  void Alive() noexcept { unanswered_ = 0; }

  /// The network may have moved: the beat that goes out now has to be answered soon. False when there is no
  /// heartbeat yet, or such an answer is awaited already.
  [[nodiscard]] bool Demand(Instant now) noexcept {
    if (!next_ || demanded_) return false;
    demanded_ = now + kAnswerLimit;
    return true;
  }

  /// The action that is due at next().
  enum class Due : std::uint8_t { kNothing, kBeat, kUnanswered };

  /// At next(). Unanswered: two beats in a row, or one that was demanded; the caller then drops the socket.
  [[nodiscard]] Due Advance(Instant now) noexcept {
    if (demanded_ && now >= *demanded_) return Due::kUnanswered;
    if (!next_ || now < *next_) return Due::kNothing;
    if (unanswered_ >= kUnanswered) return Due::kUnanswered;
    ++unanswered_;
    next_ = OnGrid(now, period_);
    return Due::kBeat;
  }

  /// `t` of a heartbeat: an integer that does not repeat.
  [[nodiscard]] std::int64_t NextToken(Instant now) noexcept {
    const std::int64_t ms = std::chrono::floor<std::chrono::milliseconds>(now.time_since_epoch()).count();
    token_ = std::max(ms, token_ + 1);
    sent_ = now;
    return token_;
  }

  /// Round trip of the ACK for `t`, when it answers the newest beat.
  [[nodiscard]] std::optional<Duration> Acknowledge(std::int64_t t, Instant now) noexcept {
    if (t != token_) return std::nullopt;
    demanded_.reset();
    return now - sent_;
  }

  [[nodiscard]] std::optional<Instant> next() const noexcept {
    return demanded_ && (!next_ || *demanded_ < *next_) ? demanded_ : next_;
  }

 private:
  static constexpr Duration kShortest = std::chrono::milliseconds(100);
  static constexpr Duration kGrid = std::chrono::milliseconds(500);
  static constexpr Duration kAnswerLimit = std::chrono::seconds(5);
  static constexpr int kUnanswered = 2;

  /// The last point of the grid within `wait`. Short intervals have none: they would lose too much.
  [[nodiscard]] Instant OnGrid(Instant now, Duration wait) const noexcept {
    const Instant exact = now + wait;
    if (period_ < 2 * kGrid) return exact;
    return std::max(now, exact - exact.time_since_epoch() % kGrid);
  }

  Duration period_{};
  std::optional<Instant> next_;
  std::optional<Instant> demanded_;  ///< when the answer to a demanded beat is due
  Instant sent_{};
  std::int64_t token_ = 0;
  int unanswered_ = 0;
};

}  // namespace sdkpp::gateway
