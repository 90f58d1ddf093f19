#include "core/turns/spectrum.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "core/turns/fourier.h"

namespace sdkpp::turns {
namespace {

constexpr double kLowestHertz = 80.0;
constexpr double kHighestHertz = 7'600.0;
constexpr double kBinHertz = 16'000.0 / Spectrum::kPoints;
constexpr std::size_t kPeakFrom = 10;  ///< 300 Hz
constexpr std::size_t kPeakTo = 128;   ///< 4,000 Hz
constexpr float kLeastPower = 1e-12F;

double Mel(double hertz) noexcept { return 1127.0 * std::log1p(hertz / 700.0); }
double Hertz(double mel) noexcept { return 700.0 * std::expm1(mel / 1127.0); }

float Decibels(float power) noexcept { return 10.0F * std::log10(std::max(power, kLeastPower)); }

}  // namespace

struct Spectrum::Tables {
  Tables() noexcept;

  Fourier fourier;
  std::array<float, kWindow> window{};          ///< makes the power of a full-scale square wave 1 in all
  std::array<std::size_t, kBands + 1> edges{};  ///< bins
};

Spectrum::Tables::Tables() noexcept {
  double sum = 0;
  for (std::size_t at = 0; at < kWindow; ++at) {
    const double angle = 2.0 * std::numbers::pi * (static_cast<double>(at) + 0.5) / kWindow;
    window[at] = static_cast<float>(0.5 - 0.5 * std::cos(angle));
    sum += static_cast<double>(window[at]) * static_cast<double>(window[at]);
  }
  const auto scale = static_cast<float>(std::sqrt(2.0 / (sum * kPoints)));
  for (float& weight : window) weight *= scale;
  for (std::size_t at = 0; at <= kBands; ++at) {
    const double part = static_cast<double>(at) / kBands;
    const double hertz = Hertz(Mel(kLowestHertz) + part * (Mel(kHighestHertz) - Mel(kLowestHertz)));
    const auto bin = static_cast<std::size_t>(std::lround(hertz / kBinHertz));
    edges[at] = at == 0 ? bin : std::max(bin, edges[at - 1] + 1);
  }
}

Spectrum::Spectrum() : tables_(std::make_shared<const Tables>()) { bands_.fill(Decibels(0)); }

void Spectrum::Reset() noexcept {
  window_.fill(0.0F);
  bands_.fill(Decibels(0));
  peakiness_ = 0.0F;
}

void Spectrum::Process(std::span<const float, kFrameSamples> frame) noexcept {
  std::copy(window_.begin() + kFrameSamples, window_.end(), window_.begin());
  std::copy(frame.begin(), frame.end(), window_.end() - kFrameSamples);
  std::array<float, kPoints> values{};
  for (std::size_t at = 0; at < kWindow; ++at) values[at] = window_[at] * tables_->window[at];
  std::array<float, kBins> power;
  tables_->fourier.Power(values, power);
  MeasureBands(power);
  MeasurePeakiness(power);
}

void Spectrum::MeasureBands(std::span<const float, kBins> power) noexcept {
  const auto& edges = tables_->edges;
  for (std::size_t band = 0; band < kBands; ++band) {
    float sum = 0;
    for (std::size_t bin = edges[band]; bin < edges[band + 1]; ++bin) sum += power[bin];
    bands_[band] = Decibels(sum);
  }
}

void Spectrum::MeasurePeakiness(std::span<const float, kBins> power) noexcept {
  float sum = 0;
  float logs = 0;
  for (std::size_t bin = kPeakFrom; bin < kPeakTo; ++bin) {
    sum += power[bin];
    logs += Decibels(power[bin]);
  }
  constexpr float kCount = kPeakTo - kPeakFrom;
  peakiness_ = std::clamp(Decibels(sum / kCount) - logs / kCount, 0.0F, 40.0F);
}

}  // namespace sdkpp::turns
