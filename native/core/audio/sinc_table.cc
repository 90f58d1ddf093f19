#include "core/audio/sinc_table.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <span>

namespace sdkpp::audio {
namespace {

constexpr double kKaiserBeta = 8.0;  ///< about 80 dB of stop-band attenuation
constexpr double kPassBand = 0.92;   ///< of the lower Nyquist frequency
constexpr double kTaps = 32;

double BesselI0(double x) noexcept {
  double sum = 1;
  double term = 1;
  for (int k = 1; k < 30; ++k) {
    term *= (x / (2 * k)) * (x / (2 * k));
    sum += term;
  }
  return sum;
}

double Kaiser(double place) noexcept {
  if (std::abs(place) >= 1) return 0;
  return BesselI0(kKaiserBeta * std::sqrt(1 - place * place)) / BesselI0(kKaiserBeta);
}

double Sinc(double x) noexcept {
  return std::abs(x) < 1e-9 ? 1.0 : std::sin(std::numbers::pi * x) / (std::numbers::pi * x);
}

std::size_t TapsFor(int from, int to) noexcept {
  const double scale = std::max(1.0, static_cast<double>(from) / to);
  return static_cast<std::size_t>(std::ceil(kTaps * scale / 2.0)) * 2;
}

/// The weights for a value `fraction` of an input behind the middle of the window. Their sum is 1.
void Weigh(int from, int to, double fraction, std::span<float> weights) noexcept {
  const double cutoff = kPassBand * std::min(1.0, static_cast<double>(to) / from);
  const double half = static_cast<double>(weights.size()) / 2;
  double sum = 0;
  for (std::size_t tap = 0; tap < weights.size(); ++tap) {
    const double x = static_cast<double>(tap) - (half - 1) - fraction;
    const double weight = cutoff * Sinc(cutoff * x) * Kaiser(x / half);
    weights[tap] = static_cast<float>(weight);
    sum += weight;
  }
  for (float& weight : weights) weight = static_cast<float>(weight / sum);
}

}  // namespace

SincTable::SincTable(int from, int to)
    : taps_(TapsFor(from, to)), table_(std::make_unique<float[]>((kPhases + 1) * taps_)) {
  const std::span table(table_.get(), (kPhases + 1) * taps_);
  for (std::size_t phase = 0; phase <= kPhases; ++phase) {
    Weigh(from, to, static_cast<double>(phase) / kPhases, table.subspan(phase * taps_, taps_));
  }
}

std::vector<float> SincTable::Middle(int from, int to) {
  std::vector<float> weights(TapsFor(from, to));
  Weigh(from, to, 0, weights);
  return weights;
}

SincTable::Pair SincTable::At(double fraction, const float* left, const float* right) const noexcept {
  const double place = fraction * kPhases;
  const auto phase = std::min(static_cast<std::size_t>(place), kPhases - 1);
  const auto blend = static_cast<float>(place - static_cast<double>(phase));
  const float* near = table_.get() + phase * taps_;
  const float* far = near + taps_;
  Pair sums{};
  for (std::size_t tap = 0; tap < taps_; ++tap) {
    const float weight = near[tap] + (far[tap] - near[tap]) * blend;
    sums[0] += weight * left[tap];
    sums[1] += weight * right[tap];
  }
  return sums;
}

void SincHistory::Reset() noexcept {
  std::fill_n(lines_.get(), 2 * taps_ * kChannels, 0.0F);
  at_ = 0;
}

}  // namespace sdkpp::audio
