#include "core/turns/echo/echo_level.h"

#include <cmath>

namespace sdkpp::turns {

void EchoLevel::Add(float heard, float sent) noexcept {
  constexpr float kKept = 0.6F;  // in a row
  heard_ = kKept * heard_ + heard;
  sent_ = kKept * sent_ + sent;
}

float EchoLevel::Ratio() const noexcept { return std::log2((heard_ + 1e-12F) / (sent_ + 1e-9F)); }

void EchoLevel::Learn() noexcept {
  /// Somebody who speaks as well makes it louder, never softer.
  constexpr float kUp = 0.03F;
  constexpr float kDown = 0.1F;
  const float ratio = Ratio();
  usual_ = usual_ ? *usual_ + (ratio < *usual_ ? kDown : kUp) * (ratio - *usual_) : ratio;
}

bool EchoLevel::IsLouder() const noexcept {
  /// 5 dB: between the words of an echo its room still sounds.
  constexpr float kRoom = 1.66F;
  return usual_ && Ratio() > *usual_ + kRoom;
}

}  // namespace sdkpp::turns
