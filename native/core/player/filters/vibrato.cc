#include "core/player/filters/vibrato.h"

namespace sdkpp::player::filters {

namespace {
/// The curve through four neighbours whose slope at the inner two is that between their neighbours
/// (Catmull-Rom), at `part` of the way from the second to the third.
double BetweenSamples(const std::array<double, 4>& at, double part) noexcept {
  const double slope_from = (at[2] - at[0]) / 2;
  const double slope_to = (at[3] - at[1]) / 2;
  const double rise = at[2] - at[1];
  const double square = 3 * rise - 2 * slope_from - slope_to;
  const double cube = slope_from + slope_to - 2 * rise;
  return at[1] + part * (slope_from + part * (square + part * cube));
}
}  // namespace

/// `delay` is in samples behind the newest one.
float Vibrato::Read(double delay, std::size_t channel) const noexcept {
  const auto whole = static_cast<std::size_t>(delay);
  const auto ago = [&](std::size_t samples) -> double {
    return line_[channel][(newest_ + kFrames - samples) % kFrames];
  };
  return static_cast<float>(BetweenSamples({ago(whole - 1), ago(whole), ago(whole + 1), ago(whole + 2)},
                                           delay - static_cast<double>(whole)));
}

void Vibrato::Apply(SoundBlock& sound) noexcept {
  static_assert(kShortest + kSweep + 2 < kFrames);
  for (std::size_t at = 0; at < kBlockValues; at += kChannels) {
    const double delay = kShortest + sweep_ * (1 + oscillator_.Next()) / 2;
    newest_ = (newest_ + 1) % kFrames;
    for (std::size_t channel = 0; channel < kChannels; ++channel) {
      line_[channel][newest_] = sound[at + channel];
      sound[at + channel] = Read(delay, channel);
    }
  }
}

}  // namespace sdkpp::player::filters
