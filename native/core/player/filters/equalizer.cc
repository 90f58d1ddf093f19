#include "core/player/filters/equalizer.h"

#include <cmath>
#include <numbers>

#include "core/player/filters/memory.h"

namespace sdkpp::player::filters {

Equalizer::Equalizer(const Settings& settings) noexcept {
  for (std::size_t at = 0; at < kBands; ++at) {
    if (settings.gains[at] == 0) continue;
    const double centre = 2 * std::numbers::pi * kCentres[at] / kSampleRate;
    const double edge = centre / std::cbrt(2.0);
    // from |H(edge)|² = 1/2 of a band-pass whose zeros are at both ends of the spectrum
    const double width = (std::cos(edge) - std::cos(centre)) / std::sin(edge);
    const double further = (1 - width) / (1 + width);
    bands_[count_++] = {.gain = 4 * settings.gains[at],
                        .in = (1 - further) / 2,
                        .back = (1 + further) * std::cos(centre),
                        .further = further};
  }
}

double Equalizer::Next(double sample, History& history) const noexcept {
  const double change = sample - history.x2;
  double sum = sample;
  for (std::size_t at = 0; at < count_; ++at) {
    const Band& band = bands_[at];
    const double y = band.in * change + band.back * history.y1[at] - band.further * history.y2[at];
    history.y2[at] = history.y1[at];
    history.y1[at] = y;
    sum += band.gain * y;
  }
  history.x2 = history.x1;
  history.x1 = sample;
  return sum;
}

void Equalizer::Fade(History& history) noexcept {
  for (double& value : history.y1) value = Faded(value);
  for (double& value : history.y2) value = Faded(value);
}

void Equalizer::Apply(SoundBlock& sound) noexcept {
  for (std::size_t at = 0; at < kBlockValues; ++at)
    sound[at] = static_cast<float>(Next(sound[at], histories_[at % kChannels]));
  for (History& history : histories_) Fade(history);
}

}  // namespace sdkpp::player::filters
