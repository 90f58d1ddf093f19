#pragma once

#include <array>
#include <cstdint>
#include <span>

#include "core/audio/limiter.h"
#include "core/base/audio_format.h"

namespace sdkpp::audio {

/// Adds blocks up and keeps the sum inside 16 bits with a soft limiter instead of clipping. One tick is
/// Begin, any number of Add, Finish.
class Mixer {
 public:
  /// 6 dB above full scale: more than sound needs.
  static constexpr float kLoudest = 2;

  /// Starts a block of silence. media thread
  void Begin() noexcept;
  /// Adds one block, ±1 at full scale, times `gain` (linear, 0 and more; see GainOfVolume). Of any value no
  /// more than ±kLoudest counts: no speaker can make the limiter turn down the others for long. media thread
  void Add(std::span<const float, kBlockValues> block, float gain) noexcept;
  /// Writes the sum times `gain`, limited. media thread
  void Finish(std::span<std::int16_t, kBlockValues> out, float gain = 1) noexcept;

 private:
  std::array<float, kBlockValues> sum_;
  Limiter limiter_;
};

}  // namespace sdkpp::audio
