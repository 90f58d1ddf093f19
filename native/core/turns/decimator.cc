#include "core/turns/decimator.h"

#include <algorithm>

#include "core/audio/sinc_table.h"
#include "core/base/audio_format.h"

namespace sdkpp::turns {

Decimator::Decimator(std::size_t factor)
    : factor_(factor),
      weights_(audio::SincTable::Middle(kSampleRate, kSampleRate / static_cast<int>(factor))),
      taps_(weights_.size()),
      line_(std::make_unique<float[]>(taps_ + kMost)) {}

void Decimator::Process(std::span<const float> in, std::span<float> out) noexcept {
  std::ranges::copy(in, line_.get() + taps_);
  // separate sums, so that the compiler adds eight values at once; windows are multiples of eight long
  for (std::size_t at = 0; at < out.size(); ++at) {
    const float* window = line_.get() + (at + 1) * factor_;
    float sums[8]{};
    for (std::size_t tap = 0; tap < taps_; tap += 8) {
      for (std::size_t lane = 0; lane < 8; ++lane) sums[lane] += window[tap + lane] * weights_[tap + lane];
    }
    out[at] = (sums[0] + sums[4]) + (sums[1] + sums[5]) + (sums[2] + sums[6]) + (sums[3] + sums[7]);
  }
  std::copy_n(line_.get() + in.size(), taps_, line_.get());
}

void Decimator::Reset() noexcept { std::fill_n(line_.get(), taps_, 0.0F); }

}  // namespace sdkpp::turns
