#pragma once

#include <cstdint>

namespace sdkpp::audio {

/// The treatment of the noise beside a voice.
enum class NoiseReduction : std::uint8_t {
  kNone,
  kSuppressed,  ///< by 15 dB at most
  kCancelled,   ///< by 40 dB at most, which costs a voice some of its sound
};

/// Processing for a voice, beyond what every microphone gets.
struct SpeechSettings {
  bool echo = true;
  NoiseReduction noise = NoiseReduction::kSuppressed;
  bool gain = true;

  friend bool operator==(const SpeechSettings&, const SpeechSettings&) = default;
};

}  // namespace sdkpp::audio
