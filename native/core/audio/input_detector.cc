#include "core/audio/input_detector.h"

#include <algorithm>
#include <utility>

#include "core/audio/gain.h"

namespace sdkpp::audio {

void InputDetector::SetThreshold(float dbfs) noexcept {
  threshold_ = std::clamp(dbfs, -100.0F, 100.0F);
  quiet_blocks_ = 0;
  if (threshold_ <= -100.0F) detected_ = true;
}

void InputDetector::Process(std::span<const std::int16_t> block) noexcept {
  if (threshold_ <= -100.0F) return;
  if (LevelDbfs(block) >= threshold_) {
    quiet_blocks_ = 0;
    Report(true);
  } else if (quiet_blocks_ < kQuietBlocks) {
    ++quiet_blocks_;
    if (quiet_blocks_ == kQuietBlocks) Report(false);
  }
}

void InputDetector::Report(bool detected) noexcept {
  if (detected == detected_) return;
  detected_ = detected;
  change_ = detected;
}

std::optional<bool> InputDetector::TakeChange() noexcept { return std::exchange(change_, std::nullopt); }

}  // namespace sdkpp::audio
