#include "core/audio/speaker_mix.h"

#include <algorithm>
#include <bit>
#include <iterator>

namespace sdkpp::audio {
namespace {

constexpr float kMinus3Db = 0.70710678F;

/// By speaker, from the lowest bit of the mask: front left and right, centre, low frequencies, back left and
/// right, left and right of the centre, back centre, side left and right, and those above: centre; front
/// left, centre, right; back left, centre, right.
constexpr SpeakerMix::Share kOfSpeaker[] = {
    {1, 0},         {0, 1},       {kMinus3Db, kMinus3Db}, {0, 0},         {kMinus3Db, 0}, {0, kMinus3Db},
    {1, 0},         {0, 1},       {0.5F, 0.5F},           {kMinus3Db, 0}, {0, kMinus3Db}, {0.5F, 0.5F},
    {kMinus3Db, 0}, {0.5F, 0.5F}, {0, kMinus3Db},         {0.5F, 0},      {0.5F, 0.5F},   {0, 0.5F},
};
constexpr std::size_t kSpeakers = std::size(kOfSpeaker);

/// By number of channels: mono, stereo, with centre, quadraphonic, 5.0, 5.1, 6.1, 7.1.
constexpr std::uint32_t kUsual[] = {0, 0x4, 0x3, 0x7, 0x33, 0x37, 0x3F, 0x70F, 0x63F};

}  // namespace

SpeakerMix::SpeakerMix(std::uint32_t mask, std::size_t channels) noexcept {
  channels = std::min(channels, kMaxChannels);
  mask &= (1U << kSpeakers) - 1;
  const bool described = static_cast<std::size_t>(std::popcount(mask)) >= channels;
  if (!described) mask = channels < std::size(kUsual) ? kUsual[channels] : 0;
  for (std::size_t channel = 0; channel < channels; ++channel) {
    if (mask == 0 || channels == 1) {  // nothing is known, or there is nothing else
      shares_[channel] = {1, 1};
      continue;
    }
    shares_[channel] = kOfSpeaker[std::countr_zero(mask)];
    mask &= mask - 1;
  }
  Normalize(channels);
}

void SpeakerMix::Normalize(std::size_t channels) noexcept {
  Share sum;
  for (std::size_t channel = 0; channel < channels; ++channel) {
    sum.left += shares_[channel].left;
    sum.right += shares_[channel].right;
  }
  for (std::size_t channel = 0; channel < channels; ++channel) {
    shares_[channel].left /= std::max(sum.left, kMinus3Db);
    shares_[channel].right /= std::max(sum.right, kMinus3Db);
  }
}

}  // namespace sdkpp::audio
