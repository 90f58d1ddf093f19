#include "core/audio/voice_activity.h"

#include <algorithm>

#include "core/audio/gain.h"
#include "core/base/field_reader.h"
#include "core/base/field_writer.h"

namespace sdkpp::audio {
namespace {

constexpr float kAboveNoiseDb = 9.0F;       ///< speech stands out of the noise by this much
constexpr float kLowestThreshold = -65.0F;  ///< automatic: nothing below this is speech
constexpr float kHighestFloor = -35.0F;     ///< automatic: nothing above this is taken for noise
constexpr float kLowestFloor = -90.0F;
constexpr float kRisePerBlock = 0.06F;  ///< 3 dB per second: slower than any sentence
constexpr float kFallShare = 0.15F;

}  // namespace

void VoiceActivity::Configure(bool automatic, float threshold_dbfs) noexcept {
  automatic_ = automatic;
  threshold_ = std::clamp(threshold_dbfs, -100.0F, 0.0F);
}

bool VoiceActivity::Process(std::span<const std::int16_t> block) noexcept {
  const float level = LevelDbfs(block);
  const bool speech = level >= Threshold() && level > -100.0F;
  FollowNoise(level);
  if (speech) {
    hangover_ = kHangoverBlocks;
  } else if (hangover_ > 0) {
    --hangover_;
  }
  return hangover_ > 0;
}

float VoiceActivity::Threshold() const noexcept {
  return automatic_ ? std::max(floor_ + kAboveNoiseDb, kLowestThreshold) : threshold_;
}

void VoiceActivity::FollowNoise(float level) noexcept {
  floor_ = level < floor_ ? floor_ + (level - floor_) * kFallShare : std::min(floor_ + kRisePerBlock, level);
  floor_ = std::clamp(floor_, kLowestFloor, kHighestFloor);
}

struct VoiceActivity::Fields {
  static constexpr Field kNoiseFloor{1, "noise floor"};
  static constexpr Field kHangover{2, "hangover"};
};

void VoiceActivity::Save(FieldWriter& out) const noexcept {
  out.Number(Fields::kNoiseFloor, floor_);
  out.Number(Fields::kHangover, hangover_);
}

void VoiceActivity::Restore(FieldReader& in) noexcept {
  floor_ = in.NumberIn(Fields::kNoiseFloor, kLowestFloor, kHighestFloor);
  hangover_ = in.NumberIn(Fields::kHangover, 0, kHangoverBlocks);
}

}  // namespace sdkpp::audio
