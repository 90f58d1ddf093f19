#pragma once

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <numbers>
#include <span>

#include "core/base/audio_format.h"

namespace sdkpp::test {

/// A sine on both channels, continuous from block to block.
class Tone {
 public:
  explicit Tone(double hertz, double amplitude = 8000.0, double rate = kSampleRate)
      : step_(2.0 * std::numbers::pi * hertz / rate), amplitude_(amplitude) {}

  void Fill(std::span<std::int16_t> stereo) {
    for (std::size_t i = 0; i + 1 < stereo.size(); i += 2) {
      stereo[i] = stereo[i + 1] = static_cast<std::int16_t>(std::lrint(amplitude_ * std::sin(phase_)));
      phase_ = std::fmod(phase_ + step_, 2.0 * std::numbers::pi);
    }
  }

  AudioBlock Block() {
    AudioBlock block;
    Fill(block);
    return block;
  }

 private:
  double step_;
  double amplitude_;
  double phase_ = 0;
};

/// Something like a voice: harmonics of 120 Hz that swell and fade four times a second.
class Voice {
 public:
  AudioBlock Block() {
    AudioBlock block;
    for (std::size_t i = 0; i < kBlockSamples; ++i, ++at_) {
      const double time = static_cast<double>(at_) / kSampleRate;
      double value = 0;
      for (int harmonic = 1; harmonic <= 12; ++harmonic) {
        value += std::sin(2.0 * std::numbers::pi * 120.0 * harmonic * time) / harmonic;
      }
      value *= 4000.0 * (1.1 + std::sin(2.0 * std::numbers::pi * 4.0 * time));
      block[2 * i] = block[2 * i + 1] = static_cast<std::int16_t>(std::lrint(value));
    }
    return block;
  }

 private:
  std::size_t at_ = 0;
};

/// Power of one frequency in the left channel, as an amplitude (Goertzel).
inline double AmplitudeAt(std::span<const std::int16_t> stereo, double hertz, double rate = kSampleRate) {
  double re = 0;
  double im = 0;
  const std::size_t count = stereo.size() / kChannels;
  for (std::size_t i = 0; i < count; ++i) {
    const double angle = 2.0 * std::numbers::pi * hertz * static_cast<double>(i) / rate;
    re += stereo[2 * i] * std::cos(angle);
    im += stereo[2 * i] * std::sin(angle);
  }
  return 2.0 * std::sqrt(re * re + im * im) / static_cast<double>(count);
}

/// Root mean square of the left channel.
inline double Rms(std::span<const std::int16_t> stereo) {
  double sum = 0;
  for (std::size_t i = 0; i < stereo.size(); i += 2) sum += static_cast<double>(stereo[i]) * stereo[i];
  return std::sqrt(sum / (static_cast<double>(stereo.size()) / 2));
}

}  // namespace sdkpp::test
