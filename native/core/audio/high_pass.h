#pragma once

#include <array>

#include "core/audio/audio_processor.h"

namespace sdkpp::audio {

/// Takes away what lies below every voice: a constant offset, hum, steps, wind. Second order, 3 dB down at
/// 80 Hz.
class HighPass final : public AudioProcessor {
 public:
  void Process(std::span<float, kValues> captured, std::span<const float, kValues> played) noexcept override;

 private:
  /// The filter's memory of one channel.
  struct Memory {
    float first = 0;
    float second = 0;
  };
  std::array<Memory, kChannels> memory_{};
};

}  // namespace sdkpp::audio
