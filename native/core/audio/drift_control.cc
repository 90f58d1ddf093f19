#include "core/audio/drift_control.h"

#include <algorithm>

namespace sdkpp::audio {
namespace {

constexpr double kSettling = 1.0;   ///< seconds
constexpr double kSmoothing = 1.0;  ///< seconds: readings jump by a block of either side
constexpr double kProportional = 0.05;
constexpr double kIntegral = kProportional * kProportional / 4;  ///< critically damped

}  // namespace

void DriftControl::Restart() noexcept { settled_ = sum_ = smooth_ = 0; }

/// False once the place is known.
bool DriftControl::Settle(double error, double elapsed) noexcept {
  if (settled_ >= kSettling) return false;
  settled_ += elapsed;
  sum_ += error * elapsed;
  place_ = std::clamp(sum_ / settled_, -kMostBelow, kMostAbove);
  return true;
}

double DriftControl::Update(double error, double elapsed) noexcept {
  if (Settle(error, elapsed)) return correction_ = learned_;
  smooth_ += (error - place_ - smooth_) * std::min(1.0, elapsed / kSmoothing);
  learned_ = std::clamp(learned_ + kIntegral * smooth_ * elapsed, -kMost, kMost);
  correction_ = std::clamp(learned_ + kProportional * smooth_, -kMost, kMost);
  return correction_;
}

}  // namespace sdkpp::audio
