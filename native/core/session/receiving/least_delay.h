#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>

#include "core/base/audio_format.h"
#include "core/base/field_reader.h"
#include "core/base/field_writer.h"
#include "core/session/receiving/sound_clock.h"

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

  void Save(FieldWriter& out) const noexcept {
    out.Number(kOpenedField, opened_);
    out.Number(kLeastField, least_);
    if (earlier_ != kNone) out.Number(kEarlierField, earlier_);
    out.Number(kCountField, count_);
  }
  void Restore(FieldReader& in) noexcept {
    constexpr auto kFarthest = static_cast<std::int64_t>(kFarthestPlace);
    opened_ = in.NumberIn(kOpenedField, -kFarthest, kFarthest);
    least_ = in.NumberIn(kLeastField, -kFarthest, kFarthest);
    earlier_ =
        in.Maybe<std::int64_t>(kEarlierField) ? in.NumberIn(kEarlierField, -kFarthest, kFarthest) : kNone;
    count_ = in.NumberIn(kCountField, 0, std::numeric_limits<int>::max() / 2);
  }

 private:
  static constexpr Field kOpenedField{1, "opened"};
  static constexpr Field kLeastField{2, "least"};
  static constexpr Field kEarlierField{3, "earlier"};
  static constexpr Field kCountField{4, "count"};

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
