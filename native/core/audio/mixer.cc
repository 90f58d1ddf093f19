#include "core/audio/mixer.h"

#include "core/audio/samples.h"

namespace sdkpp::audio {

void Mixer::Begin() noexcept { sum_.fill(0.0F); }

void Mixer::Add(std::span<const std::int16_t, kBlockValues> block, float gain) noexcept {
  if (!(gain > 0.0F)) return;
  const float scale = gain / kFullScale;
  for (std::size_t i = 0; i < kBlockValues; ++i) sum_[i] += static_cast<float>(block[i]) * scale;
}

void Mixer::Finish(std::span<std::int16_t, kBlockValues> out, float gain) noexcept {
  if (gain != 1.0F) {
    for (float& value : sum_) value *= gain;
  }
  limiter_.Process(sum_);
  Round(sum_, out);
}

}  // namespace sdkpp::audio
