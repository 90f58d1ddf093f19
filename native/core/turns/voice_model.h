#pragma once

#include "core/turns/voice_features.h"

namespace sdkpp::turns {

/// Bounds of a belief, so that the next frames can change it.
inline constexpr float kLeastBelief = 0.001F;
inline constexpr float kMostBelief = 0.999F;

/// The probability that a frame is speech, from the measures of it and the belief of the frame before: speech
/// and silence last, so that each frame moves the belief by what it says alone. media thread
[[nodiscard]] float NextBelief(float before, const VoiceFeatures& features) noexcept;

}  // namespace sdkpp::turns
