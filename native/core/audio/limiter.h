#pragma once

#include <cstdint>
#include <span>

#include "core/base/audio_format.h"

namespace sdkpp::audio {

/// Turns loud passages down smoothly and rounds what is left over. Below the threshold of -1 dBFS samples
/// pass unchanged.
class Limiter {
 public:
  /// `values` are on the 16-bit scale and may exceed it. media thread
  void Process(std::span<const float, kBlockValues> values,
               std::span<std::int16_t, kBlockValues> out) noexcept;

 private:
  [[nodiscard]] float NextGain(float peak) const noexcept;

  float gain_ = 1;
};

}  // namespace sdkpp::audio
