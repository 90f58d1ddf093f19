#include "core/turns/echo/echo_spectrum.h"

#include <algorithm>
#include <cmath>
#include <complex>
#include <numbers>

namespace sdkpp::turns {
EchoSpectrum::EchoSpectrum() noexcept {
  for (std::size_t at = 0; at < window_.size(); ++at) {
    const double turn = 2 * std::numbers::pi * static_cast<double>(at) / static_cast<double>(kEchoWindow);
    window_[at] = static_cast<float>(0.5 - 0.5 * std::cos(turn));
  }
}

void EchoSpectrum::Compute(std::span<const float, kEchoWindow> samples, EchoBins& bins) const noexcept {
  std::array<float, kEchoWindow> shaped;
  for (std::size_t at = 0; at < shaped.size(); ++at) shaped[at] = samples[at] * window_[at];
  Fourier::Line line;
  fourier_.Spectrum(shaped, line);
  for (std::size_t at = 0; at < kEchoBins; ++at) {
    bins.re[at] = line[kEchoFirstBin + at].real();
    bins.im[at] = line[kEchoFirstBin + at].imag();
  }
}

std::int64_t EchoSpectrum::PeakOf(const EchoBins& bins) const noexcept {
  Fourier::Line line{};
  for (std::size_t at = 0; at < kEchoBins; ++at) line[kEchoFirstBin + at] = {bins.re[at], bins.im[at]};
  std::array<float, Fourier::kHalf> power;
  fourier_.Envelope(line, power);
  const auto peak = std::ranges::max_element(power) - power.begin();
  constexpr std::int64_t kAround = Fourier::kHalf;
  return 2 * (peak < kAround / 2 ? peak : peak - kAround);
}

void Whiten(EchoBins& bins) noexcept {
  constexpr float kNothing = 1e-9F;
  for (std::size_t at = 0; at < kEchoBins; ++at) {
    const float size = std::sqrt(bins.re[at] * bins.re[at] + bins.im[at] * bins.im[at]) + kNothing;
    bins.re[at] /= size;
    bins.im[at] /= size;
  }
}

}  // namespace sdkpp::turns
