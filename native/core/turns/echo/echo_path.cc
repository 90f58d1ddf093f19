#include "core/turns/echo/echo_path.h"

#include <algorithm>

namespace sdkpp::turns {

void EchoPath::Predict(const Sent& sent, EchoBins& out) const noexcept {
  out = {};
  for (std::size_t row = 0; row < kRows; ++row) {
    const EchoBins& gain = gains_[row];
    const EchoBins& bins = sent[row];
    for (std::size_t at = 0; at < kEchoBins; ++at) {
      out.re[at] += gain.re[at] * bins.re[at] - gain.im[at] * bins.im[at];
      out.im[at] += gain.re[at] * bins.im[at] + gain.im[at] * bins.re[at];
    }
  }
}

void EchoPath::Learn(const Sent& sent, const EchoBins& heard, const EchoBins& predicted) noexcept {
  constexpr float kStep = 0.15F;
  /// Of the usual power, so that what comes back in pauses and soft bins, the end of a reverberation or
  /// somebody's own voice, says little.
  constexpr float kFloor = 0.1F;
  constexpr float kForgets = 0.99F;
  constexpr float kNothing = 1e-9F;
  std::array<float, kEchoBins> power{};
  for (const EchoBins& bins : sent) {
    for (std::size_t at = 0; at < kEchoBins; ++at) {
      power[at] += bins.re[at] * bins.re[at] + bins.im[at] * bins.im[at];
    }
  }
  float all = 0;
  for (const float each : power) all += each;
  usual_ = std::max(all / kEchoBins, kForgets * usual_);
  const float floor = kFloor * usual_ + kNothing;
  EchoBins error;
  for (std::size_t at = 0; at < kEchoBins; ++at) {
    const float step = kStep / (power[at] + floor);
    error.re[at] = step * (heard.re[at] - predicted.re[at]);
    error.im[at] = step * (heard.im[at] - predicted.im[at]);
  }
  for (std::size_t row = 0; row < kRows; ++row) {
    EchoBins& gain = gains_[row];
    const EchoBins& bins = sent[row];
    for (std::size_t at = 0; at < kEchoBins; ++at) {
      gain.re[at] += error.re[at] * bins.re[at] + error.im[at] * bins.im[at];
      gain.im[at] += error.im[at] * bins.re[at] - error.re[at] * bins.im[at];
    }
  }
}

}  // namespace sdkpp::turns
