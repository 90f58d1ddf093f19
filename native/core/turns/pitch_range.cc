#include "core/turns/pitch_range.h"

#include <algorithm>

namespace sdkpp::turns {

std::size_t PitchRange::Place(float semitones) noexcept {
  return static_cast<std::size_t>(std::clamp(semitones * 2, 0.0F, static_cast<float>(kPlaces - 1)));
}

void PitchRange::Add(float semitones) noexcept {
  weights_[Place(semitones)] += weight_;
  sum_ += weight_;
  weight_ *= kGrowth;
  if (weight_ < kHeaviest) return;
  for (float& weight : weights_) weight /= kHeaviest;
  sum_ /= kHeaviest;
  weight_ /= kHeaviest;
}

float PitchRange::Rank(float semitones) const noexcept {
  if (sum_ <= 0) return 0.5F;
  const std::size_t place = Place(semitones);
  float below = 0;
  for (std::size_t at = 0; at < place; ++at) below += weights_[at];
  return std::min((below + weights_[place] / 2) / sum_, 1.0F);
}

float PitchRange::Middle() const noexcept {
  float below = 0;
  std::size_t at = 0;
  while (at + 1 < kPlaces && below + weights_[at] < sum_ / 2) below += weights_[at++];
  return (static_cast<float>(at) + 0.5F) / 2;
}

}  // namespace sdkpp::turns
