#include "core/turns/turn_policy.h"

#include <algorithm>
#include <chrono>

#include "core/turns/quadratic.h"

namespace sdkpp::turns {
namespace {

constexpr std::size_t kLengths = 2;  ///< the first measures
constexpr Quadratic<kPauseMeasures> kWeights{
#include "core/turns/turn_weights.inc"
};
constexpr Quadratic<kLengths> kWeightsOfLengths{
#include "core/turns/turn_weights_plain.inc"
};

float Seconds(Duration duration, float most) noexcept {
  return std::clamp(std::chrono::duration<float>(duration).count(), 0.0F, most);
}

/// In [-most, most], as a share of `scale`.
float Scaled(float value, float most, float scale) noexcept { return std::clamp(value, -most, most) / scale; }

float Odds(float probability) noexcept {
  constexpr float kMost = 0.99999F;
  const float bounded = std::clamp(probability, 0.0F, kMost);
  return bounded / (1 - bounded);
}

}  // namespace

std::array<float, kPauseMeasures> MeasuresOf(const PauseFacts& facts) noexcept {
  const Prosody& prosody = facts.prosody;
  return {Seconds(facts.silence, 1.5F),
          Seconds(facts.turn, 8.0F) / 3,
          Scaled(prosody.energy_slope_db_per_s, 90, 60),
          Scaled(prosody.energy_over_mean_db, 25, 10),
          Scaled(prosody.peak_over_mean_db, 15, 10),
          Scaled(prosody.spectral_change_db, 9, 3),
          prosody.clarity,
          prosody.has_pitch ? 1.0F : 0.0F,
          Scaled(prosody.pitch_slope_semitones_per_s, 40, 40),
          prosody.pitch_rank,
          prosody.lowest_rank,
          prosody.highest_rank,
          Scaled(prosody.fall_semitones, 8, 8),
          Scaled(prosody.range_semitones, 12, 6),
          Seconds(prosody.stretch, 0.4F) / 0.2F,
          Seconds(prosody.unvoiced, 0.4F) / 0.2F};
}

float EndProbability(const PauseFacts& facts) noexcept {
  return Logistic(LogOdds(MeasuresOf(facts), kWeights));
}

float EndProbabilityByLength(const PauseFacts& facts) noexcept {
  const auto measures = MeasuresOf(facts);
  return Logistic(LogOdds(std::array{measures[0], measures[1]}, kWeightsOfLengths));
}

bool IsOver(float probability, Duration silence, const TurnSettings& settings) noexcept {
  if (silence < settings.min_silence) return false;
  if (silence >= settings.max_silence) return true;
  const float span = std::chrono::duration<float>(settings.max_silence - settings.min_silence).count();
  const float left = Seconds(settings.max_silence - silence, span) / span;
  const float worth = left * left * left * left;
  return settings.threshold <= 1 && Odds(probability) * worth >= Odds(settings.threshold);
}

}  // namespace sdkpp::turns
