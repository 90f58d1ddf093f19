#pragma once

#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <numbers>
#include <random>

#include "core/base/audio_format.h"

namespace sdkpp::test {

/// A synthetic talker: syllables with a melody, vowels that change, hisses, and pauses after
/// some of them. One channel, 48 kHz, within ±1 at a level of 1; the same seed says the same.
class Talking {
 public:
  explicit Talking(std::uint64_t seed, double level = 0.3) : random_(seed), level_(level) { NextSyllable(); }

  float Sample() {
    if (at_ == length_) NextSyllable();
    const double place = static_cast<double>(at_++) / static_cast<double>(length_);
    if (pause_) return 0;
    const double swell = std::pow(std::sin(std::numbers::pi * place), 0.7);
    phase_ = std::fmod(phase_ + (pitch_ + glide_ * place) / kSampleRate, 1.0);
    double voice = 0;
    for (int harmonic = 1; harmonic <= kHarmonics; ++harmonic) {
      voice += weights_[static_cast<std::size_t>(harmonic - 1)] *
               std::sin(2 * std::numbers::pi * harmonic * phase_);
    }
    const double hiss = Even() * (hisses_ ? 0.25 : 0.02);
    return static_cast<float>(level_ * swell * (voice + hiss));
  }

 private:
  static constexpr int kHarmonics = 24;

  /// In [-1, 1].
  double Even() { return static_cast<double>(random_() >> 11) * 0x1.0p-52 - 1.0; }
  double Between(double least, double most) { return least + (most - least) * (Even() + 1) / 2; }

  void NextSyllable() {
    at_ = 0;
    pause_ = Even() > 0.5;
    hisses_ = Even() > 0.4;
    length_ = static_cast<std::size_t>(Between(0.12, 0.3) * kSampleRate);
    pitch_ = Between(100, 190);
    glide_ = Between(-30, 30);
    const double first = Between(300, 900);
    const double second = Between(1000, 2600);
    double sum = 0;
    for (int harmonic = 1; harmonic <= kHarmonics; ++harmonic) {
      const double hertz = pitch_ * harmonic;
      const auto near = [&](double formant) { return 1 / (1 + std::pow((hertz - formant) / 150, 2)); };
      const double weight = 0.1 / harmonic + near(first) + 0.5 * near(second);
      weights_[static_cast<std::size_t>(harmonic - 1)] = weight;
      sum += weight;
    }
    for (double& weight : weights_) weight /= sum;
  }

  std::mt19937_64 random_;
  double level_;
  std::array<double, kHarmonics> weights_{};
  std::size_t at_ = 0;
  std::size_t length_ = 0;
  bool pause_ = false;
  bool hisses_ = false;
  double pitch_ = 0;
  double glide_ = 0;
  double phase_ = 0;
};

}  // namespace sdkpp::test
