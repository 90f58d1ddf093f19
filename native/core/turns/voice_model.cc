#include "core/turns/voice_model.h"

#include <algorithm>
#include <cmath>

#include "core/turns/quadratic.h"

namespace sdkpp::turns {
namespace {

constexpr Quadratic<kVoiceFeatures> kVoiceWeights{
#include "core/turns/voice_weights.inc"
};
constexpr float kStaysSpeech = 0.97F;  ///< a frame of speech is followed by one
constexpr float kStaysSilence = 0.985F;
/// Frames overlap and repeat each other: each says a part of what it says alone.
constexpr float kNews = 0.45F;
constexpr float kMostEvidence = 2.5F;  ///< no frame says more

float Evidence(const VoiceFeatures& features) noexcept {
  return std::clamp(kNews * LogOdds(features, kVoiceWeights), -kMostEvidence, kMostEvidence);
}

}  // namespace

float NextBelief(float before, const VoiceFeatures& features) noexcept {
  const float expected = before * kStaysSpeech + (1 - before) * (1 - kStaysSilence);
  const float odds = expected / (1 - expected) * std::exp(Evidence(features));
  return std::clamp(odds / (1 + odds), kLeastBelief, kMostBelief);
}

}  // namespace sdkpp::turns
