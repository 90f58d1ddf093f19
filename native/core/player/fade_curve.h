#pragma once

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <numbers>
#include <span>

#include "core/base/audio_format.h"

namespace sdkpp::player {

/// One side of a cross-fade: both together are as loud as each was alone, because their powers add up to one.
class FadeCurve {
 public:
  enum class Side : std::uint8_t { kIn, kOut };

  /// Over `samples` per channel; at once when there are none.
  void Begin(Side side, std::size_t samples) noexcept {
    side_ = side;
    place_ = samples == 0 ? 1.0F : 0.0F;
    step_ = samples == 0 ? 0.0F : 1.0F / static_cast<float>(samples);
  }
  /// Samples per channel that are left of it.
  void Hurry(std::size_t samples) noexcept { step_ = (1.0F - place_) / static_cast<float>(samples); }
  [[nodiscard]] bool done() const noexcept { return place_ >= 1.0F; }

  /// Multiplies interleaved samples of all channels in place. Media thread.
  void Apply(std::span<float> values) noexcept {
    if (done() && side_ == Side::kIn) return;
    for (std::size_t at = 0; at < values.size(); at += kChannels) {
      const float gain = Gain();
      // sums of steps are not exact
      place_ = place_ + 1.5F * step_ < 1.0F ? place_ + step_ : 1.0F;
      for (std::size_t channel = 0; channel < kChannels; ++channel) values[at + channel] *= gain;
    }
  }

 private:
  [[nodiscard]] float Gain() const noexcept {
    if (done()) return side_ == Side::kIn ? 1.0F : 0.0F;
    const float angle = place_ * std::numbers::pi_v<float> / 2;
    return side_ == Side::kIn ? std::sin(angle) : std::cos(angle);
  }

  Side side_ = Side::kIn;
  float place_ = 1;  ///< 0 at its beginning, 1 at its end
  float step_ = 0;   ///< per sample
};

}  // namespace sdkpp::player
