#pragma once

#include <cstddef>
#include <span>

#include "core/base/audio_format.h"

namespace sdkpp::audio {

/// Turns loud passages down smoothly and bends what is left over. Below the threshold of -1 dBFS samples pass
/// unchanged.
class Limiter {
 public:
  /// How often the gain is updated: every 2.5 ms.
  static constexpr std::size_t kPartValues = kBlockValues / 8;

  /// `values` are interleaved stereo, a multiple of kPartValues, and may exceed ±1; afterwards they do not.
  /// media thread
  void Process(std::span<float> values) noexcept;

 private:
  [[nodiscard]] float NextGain(float peak) const noexcept;

  float gain_ = 1;
};

}  // namespace sdkpp::audio
