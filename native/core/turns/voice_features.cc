#include "core/turns/voice_features.h"

#include <algorithm>
#include <cmath>
#include <cstdint>

#include "core/turns/spectrum.h"

namespace sdkpp::turns {
namespace {

using Bands = NoiseFloor::Bands;

constexpr std::size_t kLowBands = 6;            ///< up to 900 Hz
constexpr std::size_t kMidBands = 12;           ///< up to 3,000 Hz
constexpr float kMostOverDb = 40.0F;            ///< a louder voice is no surer one
constexpr float kLoudestFallPerFrame = 0.005F;  ///< dB: 0.5 dB a second
constexpr float kLeastLoudest = -60.0F;
constexpr std::size_t kLately = 8;
constexpr std::size_t kLonger = 24;
constexpr std::size_t kLongerQuiet = 16;
constexpr std::size_t kRiseFrames = 3;

float Mean(const Bands& bands, std::size_t from, std::size_t to) noexcept {
  float sum = 0;
  for (std::size_t band = from; band < to; ++band) sum += bands[band];
  return sum / static_cast<float>(to - from);
}

Bands OverFloor(const Bands& bands, const Bands& floor) noexcept {
  Bands over;
  for (std::size_t band = 0; band < over.size(); ++band) {
    over[band] = std::clamp(bands[band] - floor[band], 0.0F, kMostOverDb) / 10.0F;
  }
  return over;
}

}  // namespace

float Loudness(const Bands& bands) noexcept {
  float sum = 0;
  for (const float band : bands) sum += std::pow(10.0F, band / 10.0F);
  return 10.0F * std::log10(sum + 1e-12F);
}

VoiceFeatures FeatureContext::Measure(const Bands& bands, const NoiseFloor& floor, float clarity,
                                      float peakiness) noexcept {
  const Bands over = OverFloor(bands, floor.bands());
  const float level = Loudness(bands);
  const float before = levels_[(at_ + kFrames - kRiseFrames) % kFrames];
  over_[at_] = Mean(over, 0, over.size());
  clear_[at_] = clarity;
  levels_[at_] = level;
  FollowLoudest(level);
  under_[at_] = std::max(level - loudest_, -40.0F) / 10.0F;
  at_ = (at_ + 1) % kFrames;
  heard_ = std::min(heard_ + 1, kFrames);
  return {Mean(over, 0, kLowBands),
          Mean(over, kLowBands, kMidBands),
          Mean(over, kMidBands, over.size()),
          *std::ranges::max_element(over),
          clarity,
          peakiness / 10.0F,
          Lately(under_, 1),
          Lately(over_, kLately),
          Lately(clear_, kLately),
          Spread() / 10.0F,
          heard_ > kRiseFrames ? std::clamp(level - before, -20.0F, 20.0F) / 10.0F : 0.0F,
          Lately(over_, kLonger),
          Lately(under_, kLongerQuiet)};
}

void FeatureContext::FollowLoudest(float level) noexcept {
  // not at once: a click is no voice
  constexpr float kRise = 0.2F;
  const float fallen = std::max(loudest_ - kLoudestFallPerFrame, kLeastLoudest);
  loudest_ = level > fallen ? fallen + kRise * (level - fallen) : fallen;
}

float FeatureContext::Lately(const std::array<float, kFrames>& line, std::size_t frames) const noexcept {
  const std::size_t count = std::min(frames, heard_);
  float sum = 0;
  for (std::size_t back = 1; back <= count; ++back) sum += line[(at_ + kFrames - back) % kFrames];
  return count > 0 ? sum / static_cast<float>(count) : 0.0F;
}

float FeatureContext::Spread() const noexcept {
  const float mean = Lately(levels_, kFrames);
  float sum = 0;
  for (std::size_t back = 1; back <= heard_; ++back) {
    const float off = levels_[(at_ + kFrames - back) % kFrames] - mean;
    sum += off * off;
  }
  return std::sqrt(sum / static_cast<float>(std::max<std::size_t>(heard_, 1)));
}

}  // namespace sdkpp::turns
