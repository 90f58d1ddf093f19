#pragma once

#include <algorithm>
#include <cstdint>

#include "core/base/audio_format.h"

namespace sdkpp::session {

/// Places the blocks of one ear on the clock of their connection, one behind the other: where sound was
/// stretched or a sender's clock drifts, the place follows by a twentieth of the sound, so that times always
/// rise. Ticks of 48 kHz. Media thread.
class EarTime {
 public:
  /// Of a block of sound that lies at `place`, and which plays at `tick`.
  [[nodiscard]] std::uint64_t PlaceSound(std::uint64_t place, std::uint64_t tick) noexcept {
    lag_ = tick > place ? std::min(tick - place, kFarthestLag) : 0;
    return Follow(place);
  }
  /// Of a block in which nothing came, as late as the sound before it.
  [[nodiscard]] std::uint64_t PlaceSilence(std::uint64_t tick) noexcept {
    return Follow(tick > lag_ ? tick - lag_ : 0);
  }

 private:
  static constexpr std::uint64_t kFarthestLag = std::uint64_t{2} * kSampleRate;
  /// Further ahead there was a pause in which nothing was placed.
  static constexpr std::int64_t kGap = kBlockSamples;
  static constexpr std::int64_t kStep = kBlockSamples / 20;

  [[nodiscard]] std::uint64_t Follow(std::uint64_t place) noexcept {
    const auto ahead = static_cast<std::int64_t>(place - end_);
    const std::uint64_t begin =
        ahead > kGap ? place : end_ + static_cast<std::uint64_t>(std::clamp(ahead, -kStep, kStep));
    end_ = begin + kBlockSamples;
    return begin;
  }

  std::uint64_t end_ = 0;
  std::uint64_t lag_ = 0;  ///< of the sound behind the tick
};

}  // namespace sdkpp::session
