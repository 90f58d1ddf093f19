#pragma once

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <map>
#include <optional>
#include <random>
#include <utility>
#include <vector>

#include "core/base/instant.h"

namespace sdkpp::test {

/// How a line delivers what it held back during an outage.
struct BurstShape {
  const char* name;
  /// From one packet to the next while the backlog drains, in frame times; 0 is all at once.
  double spacing = 0;
  /// So many packets come together, and then none for the time they take.
  int clump = 1;
  /// Only so many of the newest packets survive the outage; 0 is all.
  std::size_t kept = 0;
  /// The backlog comes newest first.
  bool reversed = false;
};

/// A line in virtual time that stalls for a while and then delivers its backlog; afterwards it is
/// clean.
template <class T>
class OutageLine {
 public:
  OutageLine(Duration delay, Duration jitter, Instant from, Instant to, BurstShape shape, Duration frame,
             std::uint64_t seed)
      : delay_(delay),
        jitter_(jitter),
        from_(from),
        to_(to),
        shape_(shape),
        spacing_(static_cast<std::int64_t>(shape.spacing * static_cast<double>(frame.count()))),
        random_(seed) {}

  void Send(Instant now, T item) {
    const Instant at = now + delay_ + (now < to_ ? Jitter() : Duration::zero());
    if (at >= from_ && at < to_) {
      backlog_.push_back(std::move(item));
      if (shape_.kept > 0 && backlog_.size() > shape_.kept) backlog_.erase(backlog_.begin());
      return;
    }
    if (at >= to_) Release();
    if (at < free_) return Queue(std::move(item));
    Put(at, std::move(item));
  }

  /// The next item that has arrived by `now`, with its arrival.
  std::optional<std::pair<Instant, T>> Receive(Instant now) {
    if (now >= to_) Release();
    const auto first = queue_.begin();
    if (first == queue_.end() || first->first.first > now) return std::nullopt;
    std::pair result(first->first.first, std::move(first->second));
    queue_.erase(first);
    return result;
  }

  /// Whether all of the backlog has come: only from then on is the network clean.
  [[nodiscard]] bool IsClean(Instant now) {
    if (now >= to_) Release();
    return now >= to_ && now >= free_;
  }

 private:
  Duration Jitter() {
    std::normal_distribution<double> normal(0, static_cast<double>(jitter_.count()));
    return std::max(-delay_, Duration(static_cast<std::int64_t>(normal(random_))));
  }

  /// Behind what is still draining.
  void Queue(T item) {
    Put(free_, std::move(item));
    free_ += spacing_;
  }

  void Put(Instant at, T item) { queue_.emplace(std::pair(at, order_++), std::move(item)); }

  void Release() {
    if (backlog_.empty()) return;
    if (shape_.reversed) std::ranges::reverse(backlog_);
    int in_clump = 0;
    Instant next = to_;
    for (T& item : std::exchange(backlog_, {})) {
      Put(next, std::move(item));
      if (++in_clump < shape_.clump) continue;
      next += spacing_ * in_clump;
      in_clump = 0;
    }
    free_ = next;
  }

  Duration delay_;
  Duration jitter_;
  Instant from_;
  Instant to_;
  BurstShape shape_;
  Duration spacing_;
  std::mt19937_64 random_;
  std::vector<T> backlog_;
  std::map<std::pair<Instant, std::uint64_t>, T> queue_;
  std::uint64_t order_ = 0;
  Instant free_{};  ///< until then packets queue up behind the backlog
};

}  // namespace sdkpp::test
