#include "core/turns/echo/echo_share.h"

#include <algorithm>
#include <cmath>

namespace sdkpp::turns {
namespace {

constexpr float kNoPower = 1e-20F;

/// By the power of 0.3 soft bands count nearly as much as loud ones.
float WeightOf(float power) noexcept { return std::exp2(0.3F * std::log2(power + kNoPower)); }

}  // namespace

/// The share of bands, so that an echo is found though a loud hum is over it, or that of the power, so that
/// somebody who speaks between the bands of an echo is heard: the smaller one counts.
float EchoShare::Process(const EchoBins& heard, const EchoBins& sent) noexcept {
  Fade();
  Add(heard, sent);
  float weights = 0;
  float explained = 0;
  float power = kNoPower;
  float explained_power = 0;
  for (const Band& band : bands_) {
    const float share = (band.re * band.re + band.im * band.im) / (band.heard * band.sent + kNoPower);
    const float weight = WeightOf(band.heard);
    weights += weight;
    explained += weight * share;
    power += band.heard;
    explained_power += band.heard * share;
  }
  return std::min(explained / weights, explained_power / power);
}

void EchoShare::Add(const EchoBins& heard, const EchoBins& sent) noexcept {
  for (std::size_t index = 0; index < kBands; ++index) {
    Band& band = bands_[index];
    for (std::size_t at = index * kWidth; at < (index + 1) * kWidth; ++at) {
      band.re += heard.re[at] * sent.re[at] + heard.im[at] * sent.im[at];
      band.im += heard.im[at] * sent.re[at] - heard.re[at] * sent.im[at];
      band.heard += heard.re[at] * heard.re[at] + heard.im[at] * heard.im[at];
      band.sent += sent.re[at] * sent.re[at] + sent.im[at] * sent.im[at];
    }
  }
}

void EchoShare::Fade() noexcept {
  constexpr float kKept = 0.8F;  // in a row
  for (Band& band : bands_) {
    band.re *= kKept;
    band.im *= kKept;
    band.heard *= kKept;
    band.sent *= kKept;
  }
}

}  // namespace sdkpp::turns
