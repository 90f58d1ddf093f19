#pragma once

#include <cstdint>
#include <span>

#include "core/base/field.h"

namespace sdkpp::audio {

/// Distinguishes speech from quiet by level, with a hang-over of 300 ms so that words keep their ends.
/// Automatic: the threshold follows the background noise. Manual: a fixed level.
class VoiceActivity {
 public:
  static constexpr int kHangoverBlocks = 15;
  static constexpr float kDefaultThresholdDbfs = -60.0F;

  /// Threshold in dBFS, clamped to [-100, 0]; used when not `automatic`.
  void Configure(bool automatic, float threshold_dbfs) noexcept;

  /// One 20 ms block. True while there is speech. media thread
  bool Process(std::span<const std::int16_t> block) noexcept;

  /// Resets the hang-over, keeps the noise floor.
  void Reset() noexcept { hangover_ = 0; }

  [[nodiscard]] float noise_floor_dbfs() const noexcept { return floor_; }

  /// What was learnt of the noise, and the hang-over. The settings are made anew.
  void Save(FieldWriter& out) const noexcept;
  void Restore(FieldReader& in) noexcept;

 private:
  struct Fields;

  [[nodiscard]] float Threshold() const noexcept;
  void FollowNoise(float level) noexcept;

  bool automatic_ = true;
  float threshold_ = kDefaultThresholdDbfs;
  float floor_ = -60.0F;
  int hangover_ = 0;
};

}  // namespace sdkpp::audio
