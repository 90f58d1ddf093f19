#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <numbers>
#include <vector>

#include "core/base/audio_format.h"
#include "core/jitter/frame_decoder.h"

namespace sdkpp::test {

/// A codec as cheap as can be. A payload is {length in 2.5 ms, flags, number, number}; its sound is a tone of
/// 200 Hz, continuous from frame to frame, at half volume when recovered, and a quarter when made up.
class FakeFrameDecoder final : public jitter::FrameDecoder {
 public:
  static constexpr std::uint8_t kSilence = 1;
  static constexpr std::uint8_t kRecovery = 2;

  FakeFrameDecoder() {
    for (std::size_t i = 0; i < kPeriod; ++i) {
      const double angle = 2.0 * std::numbers::pi * static_cast<double>(i) / static_cast<double>(kPeriod);
      tone_[i] = static_cast<float>(8000.0 / 32'768.0 * std::sin(angle));
    }
  }

  static std::vector<std::uint8_t> Payload(std::size_t samples = kBlockSamples, std::uint8_t flags = 0,
                                           std::uint16_t number = 0) {
    return {static_cast<std::uint8_t>(samples / 120), flags, static_cast<std::uint8_t>(number >> 8),
            static_cast<std::uint8_t>(number)};
  }

  std::size_t Samples(std::span<const std::uint8_t> payload) const noexcept override {
    if (payload.size() != 4 || payload[0] > 48) return 0;
    return payload[0] * std::size_t{120};
  }
  bool IsSilence(std::span<const std::uint8_t> payload) const noexcept override {
    return (payload[1] & kSilence) != 0;
  }
  bool HasRecovery(std::span<const std::uint8_t> payload) const noexcept override {
    return (payload[1] & kRecovery) != 0;
  }
  std::size_t Decode(std::span<const std::uint8_t> payload, std::span<float> out) noexcept override {
    ++decoded;
    return Tone(Samples(payload), IsSilence(payload) ? 0 : 4, out);
  }
  std::size_t Recover(std::span<const std::uint8_t>, std::size_t samples,
                      std::span<float> out) noexcept override {
    ++recovered;
    return Tone(samples, 2, out);
  }
  std::size_t Conceal(std::size_t samples, std::span<float> out) noexcept override {
    ++concealed;
    return Tone(samples, 1, out);
  }
  void Reset() noexcept override { ++resets; }

  int decoded = 0;
  int recovered = 0;
  int concealed = 0;
  int resets = 0;

 private:
  static constexpr std::size_t kPeriod = 240;

  std::size_t Tone(std::size_t samples, int quarters, std::span<float> out) noexcept {
    for (std::size_t i = 0; i < samples; ++i) {
      const float value = tone_[phase_] * static_cast<float>(quarters) / 4;
      out[2 * i] = out[2 * i + 1] = value;
      phase_ = phase_ + 1 == kPeriod ? 0 : phase_ + 1;
    }
    return samples;
  }

  std::array<float, kPeriod> tone_{};
  std::size_t phase_ = 0;
};

}  // namespace sdkpp::test
