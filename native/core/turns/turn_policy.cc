#include "core/turns/turn_policy.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>

namespace sdkpp::turns {
namespace {

float Seconds(Duration duration) noexcept { return std::chrono::duration<float>(duration).count(); }

float Logistic(float sum) noexcept { return 1.0F / (1.0F + std::exp(-sum)); }

}  // namespace

float EndProbability(const PauseFacts& facts) noexcept {
  const float silence = std::min(Seconds(facts.silence), 2.0F);
  if (!facts.uses_prosody) return Logistic(-3.0F + 4.0F * silence);
  const Prosody& prosody = facts.prosody;
  float sum = -3.0F + 4.0F * silence;
  sum -= 0.01F * std::clamp(prosody.energy_slope_db_per_s, -100.0F, 100.0F);
  sum -= 0.1F * std::clamp(prosody.energy_over_mean_db, -20.0F, 20.0F);
  if (prosody.has_pitch) sum -= 0.3F * std::clamp(prosody.pitch_over_middle_semitones, -12.0F, 12.0F);
  return Logistic(sum);
}

}  // namespace sdkpp::turns
