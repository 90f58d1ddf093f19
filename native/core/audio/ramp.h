#pragma once

#include <cstddef>
#include <span>

#include "core/base/audio_format.h"

namespace sdkpp::audio {

/// Fades one block in, from silence to its own level. media thread
inline void RampUp(std::span<float, kBlockValues> block) noexcept {
  for (std::size_t at = 0; at < kBlockValues; ++at) {
    const std::size_t sample = at / kChannels;
    block[at] *= static_cast<float>(sample) / kBlockSamples;
  }
}

/// Fades one block out, from its own level to silence. media thread
inline void RampDown(std::span<float, kBlockValues> block) noexcept {
  for (std::size_t at = 0; at < kBlockValues; ++at) {
    const std::size_t left = kBlockSamples - 1 - at / kChannels;
    block[at] *= static_cast<float>(left) / kBlockSamples;
  }
}

}  // namespace sdkpp::audio
