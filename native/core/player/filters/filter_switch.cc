#include "core/player/filters/filter_switch.h"

#include <cstddef>

namespace sdkpp::player::filters {

std::unique_ptr<FilterChain> FilterSwitch::Apply(SoundBlock& sound) noexcept {
  if (!fading_) {
    if (present_) present_->Apply(sound);
    return nullptr;
  }
  before_ = sound;
  if (leaving_) leaving_->Apply(before_);
  if (present_) present_->Apply(sound);
  for (std::size_t frame = 0; frame < kBlockSamples; ++frame) {
    const float part = static_cast<float>(frame + 1) / kBlockSamples;
    for (std::size_t at = frame * kChannels; at < (frame + 1) * kChannels; ++at)
      sound[at] = before_[at] + (sound[at] - before_[at]) * part;
  }
  return Jump();
}

}  // namespace sdkpp::player::filters
