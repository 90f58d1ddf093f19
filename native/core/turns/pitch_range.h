#pragma once

#include <array>
#include <cstddef>

namespace sdkpp::turns {

/// The pitches of a speaker lately: where a pitch lies among them. Constant cost.
class PitchRange {
 public:
  /// Semitones over 55 Hz. media thread
  void Add(float semitones) noexcept;
  /// The share of pitches that are lower, 0 to 1; 0.5 before there are any. media thread
  [[nodiscard]] float Rank(float semitones) const noexcept;
  /// The pitch that half of them are below, in semitones over 55 Hz. media thread
  [[nodiscard]] float Middle() const noexcept;

 private:
  static constexpr std::size_t kPlaces = 72;  ///< of half a semitone
  /// Each pitch weighs this more than the one before: half of the weight is on the last 20 s of voice.
  static constexpr float kGrowth = 1.00035F;
  static constexpr float kHeaviest = 1e6F;

  [[nodiscard]] static std::size_t Place(float semitones) noexcept;

  std::array<float, kPlaces> weights_{};
  float sum_ = 0.0F;
  float weight_ = 1.0F;  ///< of the next pitch
};

}  // namespace sdkpp::turns
