#pragma once

#include <array>
#include <cstddef>

#include "core/base/audio_format.h"
#include "core/player/filters/memory.h"

namespace sdkpp::player::filters {

/// Suppresses high frequencies: with each sample the output goes 1 / smoothing of the way to the input. It
/// begins at its first sample.
class LowPass {
 public:
  struct Settings {
    double smoothing = 20;  ///< 0 to 1,000,000; up to 1 it is off
    [[nodiscard]] bool changes_sound() const noexcept { return smoothing > 1; }
  };

  explicit LowPass(const Settings& settings) noexcept : part_(1 / settings.smoothing) {}

  void Apply(SoundBlock& sound) noexcept {
    if (!begun_) values_ = {sound[0], sound[1]};
    begun_ = true;
    for (std::size_t at = 0; at < kBlockValues; ++at) {
      double& value = values_[at % kChannels];
      value += (sound[at] - value) * part_;
      sound[at] = static_cast<float>(value);
    }
    for (double& value : values_) value = Faded(value);
  }

 private:
  double part_;
  bool begun_ = false;
  std::array<double, kChannels> values_{};
};

}  // namespace sdkpp::player::filters
