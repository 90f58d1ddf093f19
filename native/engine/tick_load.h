#pragma once

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <limits>

#include "core/base/audio_format.h"
#include "core/base/instant.h"

namespace sdkpp::engine {

/// How much processor time a media thread needs for 20 ms: the least of several ticks, because something else
/// now and then makes one dearer. Time in which others had the processor is not in it. The media thread
/// measures, any thread reads.
class TickLoad {
 public:
  /// Ticks that are measured together.
  static constexpr int kTogether = 8;

  struct Reading {
    Duration tick{};
    std::uint32_t number = 0;  ///< of the measurement; 0 before the first
  };

  /// There is nothing to tick: the thread needs no time until something is measured. That is a measurement,
  /// but not again and again.
  void Rest() noexcept {
    least_ = Duration::zero();
    if (Newest().tick > Duration::zero()) Publish();
  }
  /// Ticks begin, maybe anew. `used`: by the thread since it started.
  void Restart(Duration used) noexcept {
    used_ = used;
    measured_ = 0;
  }

  /// A tick has ended. True when a measurement is complete.
  bool Ticked(Duration used) noexcept {
    const Duration taken = used - used_;
    used_ = used;
    least_ = measured_ == 0 ? taken : std::min(least_, taken);
    if (++measured_ < kTogether) return false;
    measured_ = 0;
    Publish();
    return true;
  }

  [[nodiscard]] Reading Newest() const noexcept {
    const std::uint64_t word = newest_.load(std::memory_order_relaxed);
    return {Duration(static_cast<Duration::rep>(word & kTickMask)), static_cast<std::uint32_t>(word >> 32)};
  }

 private:
  static constexpr std::uint64_t kTickMask = std::numeric_limits<std::uint32_t>::max();

  void Publish() noexcept {
    const auto number = static_cast<std::uint32_t>(newest_.load(std::memory_order_relaxed) >> 32) + 1;
    const auto tick = std::clamp<Duration::rep>(least_.count(), 0, static_cast<Duration::rep>(kTickMask));
    newest_.store(std::uint64_t{number} << 32 | static_cast<std::uint64_t>(tick), std::memory_order_relaxed);
  }

  Duration used_{};
  Duration least_{};
  int measured_ = 0;
  std::atomic<std::uint64_t> newest_{0};  ///< number and nanoseconds: one word, so that they belong together
};

}  // namespace sdkpp::engine
