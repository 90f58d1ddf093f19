#pragma once

#include <algorithm>
#include <cstdint>

#include "core/base/audio_format.h"
#include "core/base/field_reader.h"
#include "core/base/field_writer.h"
#include "core/session/receiving/sound_clock.h"

namespace sdkpp::session {

/// Places the blocks of one speaker on the clock of their connection: where the packets lie that they were
/// decoded from, not where they play, which is later by a delay that every listener chooses for itself. Ticks
/// of 48 kHz.
class BlockTime {
 public:
  /// No block lies before `floor`.
  void Begin(std::uint64_t floor) noexcept {
    newest_ = static_cast<std::int64_t>(floor);
    end_ = floor;
    delay_ = 0;
  }

  /// Of the first sample of a block whose packets lie at `sounded`, and which plays at `tick`.
  [[nodiscard]] std::uint64_t Place(std::int64_t sounded, std::uint64_t tick) noexcept {
    const auto at = static_cast<std::int64_t>(tick);
    // a sender that started over: the sound before it still plays, with the delay that it had
    if (sounded <= at && at - sounded < kFar) delay_ = at - sounded;
    newest_ = std::max(newest_, at - delay_);
    const auto begin = static_cast<std::uint64_t>(newest_);
    end_ = begin + kBlockSamples;
    return begin;
  }

  /// Behind its newest block.
  [[nodiscard]] std::uint64_t end() const noexcept { return end_; }

  void Save(FieldWriter& out) const noexcept {
    out.Number(kNewestField, newest_);
    out.Number(kEndField, end_);
    out.Number(kDelayField, delay_);
  }
  void Restore(FieldReader& in) noexcept {
    constexpr auto kFarthest = static_cast<std::int64_t>(kFarthestPlace);
    newest_ = in.NumberIn<std::int64_t>(kNewestField, 0, kFarthest);
    end_ = in.NumberIn<std::uint64_t>(kEndField, 0, kFarthestPlace);
    delay_ = in.NumberIn<std::int64_t>(kDelayField, 0, kFar);
  }

 private:
  static constexpr Field kNewestField{1, "newest"};
  static constexpr Field kEndField{2, "end"};
  static constexpr Field kDelayField{3, "delay"};

  static constexpr std::int64_t kFar = std::int64_t{2} * kSampleRate;

  std::int64_t newest_ = 0;
  std::uint64_t end_ = 0;
  std::int64_t delay_ = 0;
};

}  // namespace sdkpp::session
