#pragma once

#include <algorithm>
#include <cstdint>
#include <span>

#include "core/base/audio_format.h"

namespace sdkpp::audio {

/// A gain that moves to its target sample by sample, so that no change of volume clicks.
class GainRamp {
 public:
  /// The shortest change: one block.
  static constexpr std::uint32_t kShortest = kBlockSamples;

  explicit GainRamp(float gain = 1) noexcept : now_(gain), target_(gain) {}

  /// To `gain` (linear, 0 and more) within `samples` per channel.
  void MoveTo(float gain, std::uint32_t samples) noexcept {
    target_ = gain;
    left_ = target_ == now_ ? 0 : std::max(samples, kShortest);
    step_ = left_ == 0 ? 0.0F : (target_ - now_) / static_cast<float>(left_);
  }
  /// At once, where nothing sounds.
  void Jump() noexcept {
    now_ = target_;
    left_ = 0;
  }
  [[nodiscard]] float target() const noexcept { return target_; }
  /// It changes nothing.
  [[nodiscard]] bool is_unity() const noexcept { return left_ == 0 && now_ == 1.0F; }

  /// Multiplies interleaved samples of all channels in place. Media thread.
  void Apply(std::span<float> values) noexcept {
    for (std::size_t at = 0; at < values.size(); at += kChannels) {
      if (left_ > 0) now_ = --left_ == 0 ? target_ : now_ + step_;
      for (std::size_t channel = 0; channel < kChannels; ++channel) values[at + channel] *= now_;
    }
  }

 private:
  float now_;
  float target_;
  float step_ = 0;
  std::uint32_t left_ = 0;  ///< samples per channel
};

}  // namespace sdkpp::audio
