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
  for (std::size_t at = 0; at < kBlockValues; ++at) {
    const float part = static_cast<float>(at / kChannels + 1) / kBlockSamples;
    sound[at] = before_[at] + (sound[at] - before_[at]) * part;
  }
  return Jump();
}

}  // namespace sdkpp::player::filters
