#include "core/audio/drift_control.h"

#include <algorithm>

namespace sdkpp::audio {
namespace {

constexpr double kSmoothing = 1.0;  ///< seconds: readings jump by a block of either side
constexpr double kProportional = 0.05;
constexpr double kIntegral = kProportional * kProportional / 4;  ///< critically damped

}  // namespace

double DriftControl::Update(double error, double elapsed) noexcept {
  smooth_ += (error - smooth_) * std::min(1.0, elapsed / kSmoothing);
  learned_ = std::clamp(learned_ + kIntegral * smooth_ * elapsed, -kMost, kMost);
  correction_ = std::clamp(learned_ + kProportional * smooth_, -kMost, kMost);
  return correction_;
}

}  // namespace sdkpp::audio
