#include "core/audio/input_detector.h"

#include <algorithm>
#include <utility>

#include "core/audio/gain.h"
#include "core/base/field_reader.h"
#include "core/base/field_writer.h"

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

struct InputDetector::Fields {
  static constexpr Field kQuiet{1, "quiet blocks"};
  static constexpr Field kDetected{2, "detected"};
};

void InputDetector::Save(FieldWriter& out) const noexcept {
  out.Number(Fields::kQuiet, quiet_blocks_);
  out.Number(Fields::kDetected, detected_);
}

void InputDetector::Restore(FieldReader& in) noexcept {
  quiet_blocks_ = in.NumberIn(Fields::kQuiet, 0, kQuietBlocks);
  detected_ = in.Number<bool>(Fields::kDetected);
}

}  // namespace sdkpp::audio
