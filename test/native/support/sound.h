#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/audio/samples.h"
#include "core/base/audio_format.h"

namespace sdkpp::test {

/// Sound between decoder and mix on the 16-bit scale on which tones and levels are compared.
inline AudioBlock Rounded(const SoundBlock& sound) {
  AudioBlock block;
  audio::Round(sound, block);
  return block;
}

inline std::vector<std::int16_t> Rounded(std::span<const float> sound) {
  std::vector<std::int16_t> values(sound.size());
  audio::Round(sound, values);
  return values;
}

inline SoundBlock Widened(const AudioBlock& block) {
  SoundBlock sound;
  audio::Widen(block, sound);
  return sound;
}

inline std::vector<float> Widened(std::span<const std::int16_t> values) {
  std::vector<float> sound(values.size());
  audio::Widen(values, sound);
  return sound;
}

}  // namespace sdkpp::test
