#pragma once

#include <array>
#include <cstddef>

#include "core/turns/noise_floor.h"

namespace sdkpp::turns {

/// The measures of a frame, each of about unit size.
enum class VoiceFeature : std::size_t {
  kLowOverFloor,   ///< energy over the noise, mean of the bands below 900 Hz
  kMidOverFloor,   ///< from 900 to 3,000 Hz
  kHighOverFloor,  ///< above that
  kMostOverFloor,  ///< of the band where it is largest
  kClarity,        ///< how periodic the sound is
  kPeakiness,      ///< how far from flat the spectrum is
  kUnderLoudest,   ///< loudness under the loudest of the last seconds
  kLatelyOver,     ///< mean of all bands over the last 80 ms
  kLatelyClear,    ///< clarity over the last 80 ms
  kModulation,     ///< change of loudness over the last 320 ms
  kRise,           ///< loudness over that of 30 ms before
  kLongerOver,     ///< mean of all bands over the last 240 ms
  kLongerUnder,    ///< kUnderLoudest over the last 160 ms
  kCount,
};

inline constexpr std::size_t kVoiceFeatures = static_cast<std::size_t>(VoiceFeature::kCount);
using VoiceFeatures = std::array<float, kVoiceFeatures>;

/// The energy of all bands together, in dBFS.
[[nodiscard]] float Loudness(const NoiseFloor::Bands& bands) noexcept;

/// The frames before a frame, which it is compared with.
class FeatureContext {
 public:
  /// `clarity` in [0, 1], `peakiness` in dB. media thread
  VoiceFeatures Measure(const NoiseFloor::Bands& bands, const NoiseFloor& floor, float clarity,
                        float peakiness) noexcept;
  /// Forgets the frames. media thread
  void Reset() noexcept { *this = FeatureContext(); }

 private:
  static constexpr std::size_t kFrames = 32;

  [[nodiscard]] float Lately(const std::array<float, kFrames>& line, std::size_t frames) const noexcept;
  [[nodiscard]] float Spread() const noexcept;
  void FollowLoudest(float level) noexcept;

  std::array<float, kFrames> over_{};
  std::array<float, kFrames> clear_{};
  std::array<float, kFrames> levels_{};
  std::array<float, kFrames> under_{};
  std::size_t at_ = 0;
  std::size_t heard_ = 0;  ///< frames in the lines
  float loudest_ = -60.0F;
};

}  // namespace sdkpp::turns
