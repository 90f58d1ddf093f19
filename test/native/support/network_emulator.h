#pragma once

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdint>
#include <numbers>
#include <optional>
#include <random>
#include <utility>
#include <vector>

#include "core/base/instant.h"

namespace sdkpp::test {

/// Effects of a network on packets. Shares are 0 to 1.
struct Impairment {
  Duration delay = std::chrono::milliseconds(60);
  Duration jitter{};  ///< standard deviation of the delay; normal, cut at four times this and at no delay
  bool one_sided =
      false;        ///< no packet comes before `delay`: half of a normal distribution, as on a quiet line
  double loss = 0;  ///< share of packets lost, one by one
  double burst_start = 0;  ///< chance per packet that a burst of losses starts
  int burst_length = 0;    ///< packets lost in it
  double duplicate = 0;
  double reorder = 0;  ///< share of packets that are held back
  Duration reorder_delay = std::chrono::milliseconds(45);
};

/// A network in virtual time: what goes in comes out later, or not, or twice. The same seed does the same.
template <class T>
class NetworkEmulator {
 public:
  NetworkEmulator(Impairment impairment, std::uint64_t seed) : impairment_(impairment), random_(seed) {}

  void Send(Instant now, T item) {
    ++sent_;
    if (IsLost()) {
      ++lost_;
      return;
    }
    if (Chance(impairment_.duplicate)) Schedule(now, item);
    Schedule(now, std::move(item));
  }

  /// The next item that has arrived by `now`, with its arrival.
  std::optional<std::pair<Instant, T>> Receive(Instant now) {
    if (queue_.empty() || queue_.front().at > now) return std::nullopt;
    std::pop_heap(queue_.begin(), queue_.end(), Later);
    Entry entry = std::move(queue_.back());
    queue_.pop_back();
    return std::pair(entry.at, std::move(entry.item));
  }

  [[nodiscard]] std::uint64_t sent() const { return sent_; }
  [[nodiscard]] std::uint64_t lost() const { return lost_; }
  void Set(Impairment impairment) { impairment_ = impairment; }

 private:
  struct Entry {
    Instant at;
    std::uint64_t order;
    T item;
  };

  static bool Later(const Entry& a, const Entry& b) { return a.at != b.at ? a.at > b.at : a.order > b.order; }

  void Schedule(Instant now, T item) {
    const double spread = impairment_.one_sided ? std::abs(Normal()) : Normal();
    Duration delay = impairment_.delay + std::chrono::duration_cast<Duration>(impairment_.jitter * spread);
    if (Chance(impairment_.reorder)) delay += impairment_.reorder_delay;
    queue_.push_back({now + std::max(delay, Duration::zero()), order_++, std::move(item)});
    std::push_heap(queue_.begin(), queue_.end(), Later);
  }

  bool IsLost() {
    if (burst_left_ > 0) return --burst_left_ >= 0;
    if (Chance(impairment_.burst_start)) {
      burst_left_ = impairment_.burst_length - 1;
      return true;
    }
    return Chance(impairment_.loss);
  }

  double Uniform() { return static_cast<double>(random_() >> 11) * 0x1.0p-53; }
  bool Chance(double share) { return share > 0 && Uniform() < share; }

  double Normal() {
    const double radius = std::sqrt(-2.0 * std::log(1.0 - Uniform()));
    return std::clamp(radius * std::cos(2.0 * std::numbers::pi * Uniform()), -4.0, 4.0);
  }

  Impairment impairment_;
  std::mt19937_64 random_;
  std::vector<Entry> queue_;
  std::uint64_t order_ = 0;
  std::uint64_t sent_ = 0;
  std::uint64_t lost_ = 0;
  int burst_left_ = 0;
};

}  // namespace sdkpp::test
