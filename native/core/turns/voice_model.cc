#include "core/turns/voice_model.h"

#include <algorithm>
#include <cmath>

namespace sdkpp::turns {
namespace {

constexpr VoiceFeatures kWeights{0.5F, 0.8F, 0.2F, 0.2F, 2.0F, 0.5F, 0.5F, 1.0F, 1.0F, 0.2F, 0.2F};
constexpr float kOffset = -3.5F;
constexpr float kStaysSpeech = 0.97F;  ///< a frame of speech is followed by one
constexpr float kStaysSilence = 0.98F;
constexpr float kMostEvidence = 4.0F;  ///< no frame says more, in nats

float Evidence(const VoiceFeatures& features) noexcept {
  float sum = kOffset;
  for (std::size_t at = 0; at < features.size(); ++at) sum += kWeights[at] * features[at];
  return std::clamp(sum, -kMostEvidence, kMostEvidence);
}

}  // namespace

float NextBelief(float before, const VoiceFeatures& features) noexcept {
  const float expected = before * kStaysSpeech + (1 - before) * (1 - kStaysSilence);
  const float odds = expected / (1 - expected) * std::exp(Evidence(features));
  return std::clamp(odds / (1 + odds), kLeastBelief, kMostBelief);
}

}  // namespace sdkpp::turns
