#include "core/turns/pitch_tracker.h"

#include <algorithm>
#include <cmath>

namespace sdkpp::turns {
namespace {

constexpr float kRate = 4'000.0F;
constexpr float kClear = 0.55F;        ///< likeness of a period that is told
constexpr float kNearBest = 0.88F;     ///< a shorter period is taken from here on: twice a period is one, too
constexpr float kLeastEnergy = 1e-7F;  ///< over the window: nothing is periodic in digital silence

}  // namespace

void PitchTracker::Process(std::span<const float, kFrameSamples> frame) noexcept {
  Feed(frame);
  Choose(Likeness());
}

void PitchTracker::Reset() noexcept {
  tail_ = before_ = 0.0F;
  line_.fill(0.0F);
  clarity_ = pitch_hz_ = 0.0F;
}

/// Two means of four samples, one after the other, take away what would alias; a difference takes away the
/// offset.
void PitchTracker::Feed(std::span<const float, kFrameSamples> frame) noexcept {
  std::copy(line_.begin() + kStep, line_.end(), line_.begin());
  for (std::size_t at = 0; at < kStep; ++at) {
    float sum = 0;
    float ramp = 0;
    for (std::size_t part = 0; part < kShare; ++part) {
      const float value = std::clamp(frame[at * kShare + part], -8.0F, 8.0F);
      sum += value * static_cast<float>(kShare - part);
      ramp += value * static_cast<float>(part);
    }
    const float smooth = (tail_ + sum) / (kShare * kShare);
    tail_ = ramp;
    line_[line_.size() - kStep + at] = smooth - before_ * 0.9F;
    before_ = smooth;
  }
}

/// Each lag against the newest window; sums over all lags at once, which a compiler turns into wide
/// additions.
PitchTracker::Lags PitchTracker::Likeness() const noexcept {
  Lags products{};
  Lags energies{};
  float energy = 0;
  for (std::size_t at = 0; at < kWindow; ++at) {
    const float value = line_[kLags + at];
    energy += value * value;
    for (std::size_t lag = 0; lag < kLags; ++lag) {
      const float other = line_[at + kLags - lag];
      products[lag] += value * other;
      energies[lag] += other * other;
    }
  }
  Lags likeness{};
  if (energy < kLeastEnergy) return likeness;
  for (std::size_t lag = kShortest - 1; lag < kLags; ++lag) {
    likeness[lag] = products[lag] / std::sqrt(energy * std::max(energies[lag], kLeastEnergy));
  }
  return likeness;
}

void PitchTracker::Choose(const Lags& likeness) noexcept {
  float best = 0;
  for (std::size_t lag = kShortest; lag <= kLongest; ++lag) best = std::max(best, likeness[lag]);
  clarity_ = std::clamp(best, 0.0F, 1.0F);
  pitch_hz_ = 0.0F;
  if (best < kClear) return;
  for (std::size_t lag = kShortest; lag <= kLongest; ++lag) {
    const float left = likeness[lag - 1];
    const float here = likeness[lag];
    const float right = likeness[lag + 1];
    if (here < best * kNearBest || here < left || here < right) continue;
    const float bend = left - 2 * here + right;
    const float shift = bend < -1e-6F ? 0.5F * (left - right) / bend : 0.0F;
    pitch_hz_ = std::clamp(kRate / (static_cast<float>(lag) + shift), kLowestHz, kHighestHz);
    return;
  }
}

}  // namespace sdkpp::turns
