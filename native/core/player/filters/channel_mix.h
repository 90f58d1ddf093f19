#pragma once

#include <cstddef>

#include "core/base/audio_format.h"

namespace sdkpp::player::filters {

/// Makes each side of both sides.
class ChannelMix {
 public:
  /// Each 0 to 1.
  struct Settings {
    double left_to_left = 1;
    double left_to_right = 0;
    double right_to_left = 0;
    double right_to_right = 1;
    friend bool operator==(const Settings&, const Settings&) noexcept = default;
    [[nodiscard]] bool changes_sound() const noexcept { return *this != Settings{}; }
  };

  explicit ChannelMix(const Settings& settings) noexcept : settings_(settings) {}

  void Apply(SoundBlock& sound) noexcept {
    for (std::size_t at = 0; at < kBlockValues; at += kChannels) {
      const double left = sound[at];
      const double right = sound[at + 1];
      sound[at] = static_cast<float>(left * settings_.left_to_left + right * settings_.right_to_left);
      sound[at + 1] = static_cast<float>(left * settings_.left_to_right + right * settings_.right_to_right);
    }
  }

 private:
  Settings settings_;
};

}  // namespace sdkpp::player::filters
