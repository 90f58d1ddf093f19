#include "core/player/filters/karaoke.h"

#include <cmath>
#include <cstddef>
#include <numbers>

#include "core/player/filters/memory.h"

namespace sdkpp::player::filters {

/// A resonator of two poles, of radius exp(-pi * width / rate) at the angle at which the peak is at the band;
/// its gain there is 1.
Karaoke::Karaoke(const Settings& settings) noexcept
    : level_(settings.level), band_level_(settings.level * settings.mono_level) {
  const double turn = 2 * std::numbers::pi / kSampleRate;
  further_ = std::exp(-turn * settings.filter_width);
  back_ = 4 * further_ / (1 + further_) * std::cos(turn * settings.filter_band);
  // rounding can make the root that of a number just below 0, where the band is at an end of the spectrum
  const double part = 1 - back_ * back_ / (4 * further_);
  in_ = part > 0 ? std::sqrt(part) * (1 - further_) : 0;
}

void Karaoke::Apply(SoundBlock& sound) noexcept {
  for (std::size_t at = 0; at < kBlockValues; at += kChannels) {
    const double left = sound[at];
    const double right = sound[at + 1];
    const double y = in_ * (left + right) / 2 + back_ * y1_ - further_ * y2_;
    y2_ = y1_;
    y1_ = y;
    sound[at] = static_cast<float>(left - right * level_ + y * band_level_);
    sound[at + 1] = static_cast<float>(right - left * level_ + y * band_level_);
  }
  y1_ = Faded(y1_);
  y2_ = Faded(y2_);
}

}  // namespace sdkpp::player::filters
