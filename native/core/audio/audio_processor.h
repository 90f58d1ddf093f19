#pragma once

#include <cstddef>
#include <span>

#include "core/base/audio_format.h"

namespace sdkpp::audio {

/// A stage that sound from a microphone passes on its way into a call. It takes 10 ms at a time: interleaved
/// stereo at 48 kHz, of ±1 and perhaps more.
class AudioProcessor {
 public:
  static constexpr std::size_t kFrames = kSampleRate / 100;
  static constexpr std::size_t kValues = kFrames * kChannels;

  virtual ~AudioProcessor() = default;

  /// Changes `captured` in place. `played` is what the speaker plays meanwhile, which may come back as an
  /// echo. Media thread: no allocation, no waiting.
  virtual void Process(std::span<float, kValues> captured,
                       std::span<const float, kValues> played) noexcept = 0;
};

}  // namespace sdkpp::audio
