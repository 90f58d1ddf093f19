#include "core/audio/level_meter.h"

#include <algorithm>
#include <utility>

#include "core/audio/gain.h"

namespace sdkpp::audio {
namespace {

constexpr float kSilence = -100.0F;

}  // namespace

void LevelMeter::SetOn(bool on) noexcept {
  on_ = on;
  blocks_ = 0;
  silent_ = false;
  level_.reset();
}

void LevelMeter::Process(std::span<const std::int16_t> block) noexcept {
  if (!on_) return;
  const float level = LevelDbfs(block);
  loudest_ = blocks_ == 0 ? level : std::max(loudest_, level);
  if (++blocks_ < kBlocks) return;
  blocks_ = 0;
  const bool was_silent = std::exchange(silent_, loudest_ <= kSilence);
  if (!silent_ || !was_silent) level_ = loudest_;
}

std::optional<float> LevelMeter::Take() noexcept { return std::exchange(level_, std::nullopt); }

}  // namespace sdkpp::audio
