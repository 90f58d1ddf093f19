#include "core/audio/mixer.h"

#include <algorithm>

#include "core/audio/samples.h"

namespace sdkpp::audio {

void Mixer::Begin() noexcept { sum_.fill(0.0F); }

void Mixer::Add(std::span<const float, kBlockValues> block, float gain) noexcept {
  if (!(gain > 0.0F)) return;
  // the constant comes first: then it is chosen where a value is not a number
  for (std::size_t i = 0; i < kBlockValues; ++i) {
    sum_[i] += std::min(kLoudest, std::max(-kLoudest, block[i])) * gain;
  }
}

void Mixer::Finish(std::span<std::int16_t, kBlockValues> out, float gain) noexcept {
  if (gain != 1.0F) {
    for (float& value : sum_) value *= gain;
  }
  limiter_.Process(sum_);
  Round(sum_, out);
}

}  // namespace sdkpp::audio
