#include "core/jitter/play_line.h"

#include <algorithm>

namespace sdkpp::jitter {

void PlayLine::Append(std::span<const float, kBlockValues> block, std::size_t made_up, bool muted,
                      StreamPlace begin) noexcept {
  if (size_ + kBlockSamples > kCapacity || run_count_ == runs_.size()) return;
  const auto end = values_.begin() + static_cast<std::ptrdiff_t>(size_ * kChannels);
  if (muted) {
    std::fill_n(end, kBlockValues, 0.0F);
  } else {
    std::ranges::copy(block, end);
  }
  runs_[run_count_++] = {kBlockSamples, made_up, muted, begin};
  size_ += kBlockSamples;
}

std::optional<StreamPlace> PlayLine::begin() const noexcept {
  if (run_count_ == 0) return std::nullopt;
  const Run& run = runs_[0];
  StreamPlace place = run.begin;
  if (run.made_up < run.length) place.skipped += static_cast<std::uint32_t>(kBlockSamples - run.length);
  return place;
}

PlayLine::Share PlayLine::ShareOf(std::size_t samples) const noexcept {
  Share share{0, 0};
  for (std::size_t i = 0; i < run_count_ && samples > 0; ++i) {
    const std::size_t part = std::min(samples, runs_[i].length);
    share.made_up += std::min(part, runs_[i].made_up);
    if (runs_[i].muted) share.muted += part;
    samples -= part;
  }
  return share;
}

void PlayLine::Mute() noexcept {
  std::fill_n(values_.begin(), size_ * kChannels, 0.0F);
  for (Run& run : std::span(runs_).first(run_count_)) run.muted = true;
}

void PlayLine::Consume(std::size_t samples) noexcept {
  samples = std::min(samples, size_);
  std::copy(values_.begin() + static_cast<std::ptrdiff_t>(samples * kChannels),
            values_.begin() + static_cast<std::ptrdiff_t>(size_ * kChannels), values_.begin());
  size_ -= samples;
  std::size_t gone = 0;
  while (gone < run_count_ && samples >= runs_[gone].length) samples -= runs_[gone++].length;
  std::copy(runs_.begin() + static_cast<std::ptrdiff_t>(gone),
            runs_.begin() + static_cast<std::ptrdiff_t>(run_count_), runs_.begin());
  run_count_ -= gone;
  if (run_count_ > 0) {
    runs_[0].length -= samples;
    runs_[0].made_up = std::min(runs_[0].made_up, runs_[0].length);
  }
}

void PlayLine::Clear() noexcept { size_ = run_count_ = 0; }

}  // namespace sdkpp::jitter
