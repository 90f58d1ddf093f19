#pragma once

#include <array>
#include <cstddef>
#include <span>

#include "core/turns/noise_floor.h"
#include "core/turns/pitch_tracker.h"
#include "core/turns/spectrum.h"
#include "core/turns/voice_features.h"

namespace sdkpp::turns {

/// The result of a detector for one frame.
struct VoiceEstimate {
  float probability = 0.0F;  ///< that somebody speaks, 0 to 1
  float pitch_hz = 0.0F;     ///< 0 where there is no clear period
  float clarity = 0.0F;      ///< how periodic it is, 0 to 1
};

/// The probability that a frame is speech: energies of bands over a floor that follows the noise, how tonal
/// and how periodic they are, and how that was in the frames before, in one logistic function whose
/// coefficients `bench/conversation/fit` finds. The cost of a frame is the same for any sound.
class VoiceDetector {
 public:
  static constexpr std::size_t kFrameSamples = 160;  ///< 10 ms at 16 kHz

  /// media thread
  VoiceEstimate Process(std::span<const float, kFrameSamples> frame, bool is_concealed) noexcept;
  /// A frame in which nothing came; it says nothing of the noise. media thread
  void ProcessSilence() noexcept;
  /// Forgets the voice and its noise: somebody else speaks from now on. media thread
  void Forget() noexcept;
  /// Energies of the newest 20 ms, see EarFrame.
  [[nodiscard]] const NoiseFloor::Bands& bands() const noexcept { return spectrum_.bands(); }
  /// The measures of the newest frame, for those who fit the coefficients.
  [[nodiscard]] const VoiceFeatures& features() const noexcept { return features_; }

 private:
  Spectrum spectrum_;
  PitchTracker pitch_;
  NoiseFloor floor_;
  FeatureContext context_;
  VoiceFeatures features_{};
  float belief_ = 0.001F;
};

}  // namespace sdkpp::turns
