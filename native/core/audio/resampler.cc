#include "core/audio/resampler.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "core/base/audio_format.h"

namespace sdkpp::audio {
namespace {

constexpr double kKaiserBeta = 8.0;  ///< about 80 dB of stop-band attenuation
constexpr double kPassBand = 0.92;   ///< of the lower Nyquist frequency

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

std::size_t TapsFor(int rate) noexcept {
  const double scale = std::max(1.0, static_cast<double>(rate) / kSampleRate);
  return static_cast<std::size_t>(std::ceil(32.0 * scale / 2.0)) * 2;
}

std::int16_t Round(float value) noexcept {
  return static_cast<std::int16_t>(std::lrintf(std::clamp(value, -32768.0F, 32767.0F)));
}

}  // namespace

Resampler::Resampler(int rate)
    : rate_(std::clamp(rate, kMinRate, kMaxRate)),
      passthrough_(rate_ == kSampleRate),
      taps_(TapsFor(rate_)),
      table_(std::make_unique<float[]>((kPhases + 1) * taps_)),
      history_(std::make_unique<float[]>(2 * taps_ * kChannels)) {
  MakeTable();
}

void Resampler::MakeTable() {
  const double cutoff = kPassBand * std::min(1.0, static_cast<double>(kSampleRate) / rate_);
  const double half = static_cast<double>(taps_) / 2;
  for (std::size_t phase = 0; phase <= kPhases; ++phase) {
    const double fraction = static_cast<double>(phase) / kPhases;
    double sum = 0;
    for (std::size_t tap = 0; tap < taps_; ++tap) {
      const double x = static_cast<double>(tap) - (half - 1) - fraction;
      const double weight = cutoff * Sinc(cutoff * x) * Kaiser(x / half);
      table_[phase * taps_ + tap] = static_cast<float>(weight);
      sum += weight;
    }
    for (std::size_t tap = 0; tap < taps_; ++tap) {
      table_[phase * taps_ + tap] = static_cast<float>(table_[phase * taps_ + tap] / sum);
    }
  }
}

void Resampler::Reset() noexcept {
  std::fill_n(history_.get(), 2 * taps_ * kChannels, 0.0F);
  at_ = 0;
  phase_ = 0;
}

void Resampler::Feed(const std::int16_t* frame) noexcept {
  for (std::size_t c = 0; c < kChannels; ++c) {
    float* line = history_.get() + c * 2 * taps_;
    line[at_] = line[at_ + taps_] = frame[c];
  }
  at_ = at_ + 1 == taps_ ? 0 : at_ + 1;
}

void Resampler::Produce(std::int16_t* frame) const noexcept {
  const double place = static_cast<double>(phase_) * kPhases / kSampleRate;
  const auto phase = static_cast<std::size_t>(place);
  const auto blend = static_cast<float>(place - static_cast<double>(phase));
  const float* near = table_.get() + phase * taps_;
  const float* far = near + taps_;
  const float* left = history_.get() + at_;
  const float* right = left + 2 * taps_;
  float sums[kChannels] = {0, 0};
  for (std::size_t tap = 0; tap < taps_; ++tap) {
    const float weight = near[tap] + (far[tap] - near[tap]) * blend;
    sums[0] += weight * left[tap];
    sums[1] += weight * right[tap];
  }
  frame[0] = Round(sums[0]);
  frame[1] = Round(sums[1]);
}

Resampler::Progress Resampler::Process(std::span<const std::int16_t> in,
                                       std::span<std::int16_t> out) noexcept {
  const std::size_t available = in.size() / kChannels;
  const std::size_t room = out.size() / kChannels;
  if (passthrough_) {
    const std::size_t count = std::min(available, room);
    std::copy_n(in.begin(), count * kChannels, out.begin());
    return {count, count};
  }
  Progress progress{0, 0};
  while (true) {
    while (phase_ >= kSampleRate && progress.taken < available) {
      Feed(&in[progress.taken++ * kChannels]);
      phase_ -= kSampleRate;
    }
    if (phase_ >= kSampleRate || progress.written == room) return progress;
    Produce(&out[progress.written++ * kChannels]);
    phase_ += static_cast<std::uint64_t>(rate_);
  }
}

}  // namespace sdkpp::audio
