#pragma once

#include "core/base/audio_format.h"
#include "core/base/instant.h"

namespace sdkpp::engine {

/// The deadlines of ticks: all media threads of a process have the same ones, so that a session that moves
/// between two of them ticks as it would have.
class TickGrid {
 public:
  /// `origin` is one of the deadlines.
  constexpr explicit TickGrid(Instant origin) noexcept : origin_(origin) {}

  /// That of this process: it begins with the first thread.
  [[nodiscard]] static TickGrid OfProcess() noexcept;

  /// The first deadline behind `now`.
  [[nodiscard]] constexpr Instant After(Instant now) const noexcept {
    return origin_ + ((now - origin_) / kBlockDuration + 1) * kBlockDuration;
  }

 private:
  Instant origin_;
};

}  // namespace sdkpp::engine
