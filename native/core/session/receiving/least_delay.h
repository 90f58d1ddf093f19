#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>

#include "core/base/audio_format.h"

namespace sdkpp::session {

/// The delay of the fastest of the last packets. Queues on the way only add to a delay, so the least one says
/// best how two clocks lie to each other. Ticks of 48 kHz.
///
/// It looks back over two windows of some seconds: long enough that one packet came straight through, short
/// enough that drifting clocks stay close. A pause ends no window, so the first packet behind it is not
/// believed alone.
class LeastDelay {
 public:
  void Start(std::int64_t arrived, std::int64_t delay) noexcept {
    earlier_ = kNone;
    Open(arrived, delay);
  }

  void Add(std::int64_t arrived, std::int64_t delay) noexcept {
    if (arrived - opened_ >= kWindow && count_ >= kFewest) {
      earlier_ = least_;
      return Open(arrived, delay);
    }
    least_ = std::min(least_, delay);
    ++count_;
  }

  /// Delays are counted from another place on.
  void Lower(std::int64_t by) noexcept {
    least_ -= by;
    if (earlier_ != kNone) earlier_ -= by;
  }

  [[nodiscard]] std::int64_t get() const noexcept { return std::min(least_, earlier_); }

 private:
  static constexpr std::int64_t kWindow = std::int64_t{2} * kSampleRate;
  static constexpr int kFewest = 8;
  static constexpr std::int64_t kNone = std::numeric_limits<std::int64_t>::max();

  void Open(std::int64_t arrived, std::int64_t delay) noexcept {
    opened_ = arrived;
    least_ = delay;
    count_ = 1;
  }

  std::int64_t opened_ = 0;
  std::int64_t least_ = 0;
  std::int64_t earlier_ = kNone;  ///< of the window before
  int count_ = 0;
};

}  // namespace sdkpp::session
