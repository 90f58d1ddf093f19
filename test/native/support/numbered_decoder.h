#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "core/audio/samples.h"
#include "core/base/audio_format.h"
#include "core/jitter/frame_decoder.h"

namespace sdkpp::test {

/// A codec whose frames sound like their number: every sample of frame n is n, on the 16-bit scale. What is
/// made up is silent.
class NumberedDecoder final : public jitter::FrameDecoder {
 public:
  static constexpr std::uint16_t kNumbers = 32'000;

  static std::vector<std::uint8_t> Payload(std::size_t samples, std::uint16_t number, bool silence = false) {
    return {static_cast<std::uint8_t>(samples / 120), static_cast<std::uint8_t>(silence ? 1 : 0),
            static_cast<std::uint8_t>(number >> 8), static_cast<std::uint8_t>(number)};
  }

  std::size_t Samples(std::span<const std::uint8_t> payload) const noexcept override {
    return payload.size() == 4 && payload[0] <= 48 ? payload[0] * std::size_t{120} : 0;
  }
  bool IsSilence(std::span<const std::uint8_t> payload) const noexcept override { return payload[1] != 0; }
  bool HasRecovery(std::span<const std::uint8_t>) const noexcept override { return false; }
  std::size_t Decode(std::span<const std::uint8_t> payload, std::span<float> out) noexcept override {
    const auto number = static_cast<std::int16_t>((payload[2] << 8) | payload[3]);
    return Fill(Samples(payload), IsSilence(payload) ? std::int16_t{0} : number, out);
  }
  std::size_t Recover(std::span<const std::uint8_t>, std::size_t samples,
                      std::span<float> out) noexcept override {
    return Fill(samples, 0, out);
  }
  std::size_t Conceal(std::size_t samples, std::span<float> out) noexcept override {
    return Fill(samples, 0, out);
  }
  void Reset() noexcept override {}

 private:
  static std::size_t Fill(std::size_t samples, std::int16_t value, std::span<float> out) noexcept {
    std::fill_n(out.begin(), samples * kChannels, static_cast<float>(value) / audio::kFullScale);
    return samples;
  }
};

}  // namespace sdkpp::test
