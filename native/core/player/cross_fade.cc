#include "core/player/cross_fade.h"

#include <algorithm>

namespace sdkpp::player {

std::optional<CrossFade> CrossFade::Create(std::size_t samples) {
  CrossFade fade(samples);
  for (std::size_t count = 0; samples > 0 && count < kMost; ++count) {
    auto decoder = opus::Decoder::Create();
    if (!decoder) return std::nullopt;
    fade.voices_.push_back(std::make_unique<Voice>(std::move(*decoder)));
  }
  return fade;
}

std::unique_ptr<Source> CrossFade::Begin(std::unique_ptr<Source> source, BlockLine& line,
                                         std::size_t samples) noexcept {
  std::unique_ptr<Source> left_out = count_ == kMost ? TakeAt(0) : nullptr;
  for (std::size_t at = 0; at < count_; ++at) voices_[at]->out.Hurry(kBlockSamples);
  Voice& voice = *voices_[count_++];
  voice.source = std::move(source);
  voice.line.Clear();
  std::swap(voice.line, line);
  voice.out.Begin(FadeCurve::Side::kOut, samples);
  in_.Begin(FadeCurve::Side::kIn, samples);
  return left_out;
}

bool CrossFade::PlayOne(std::size_t at, SoundBlock& sum) noexcept {
  Voice& voice = *voices_[at];
  const BlockLine::Filled filled = voice.line.Fill(*voice.source);
  if (!filled.sounds) return true;
  const auto values = voice.line.Take();
  voice.out.Apply(values);
  for (std::size_t value = 0; value < kBlockValues; ++value) sum[value] += values[value];
  return filled.over || voice.out.done();
}

std::unique_ptr<Source> CrossFade::TakeAt(std::size_t at) noexcept {
  std::unique_ptr<Source> source = std::move(voices_[at]->source);
  const auto voice = voices_.begin() + static_cast<std::ptrdiff_t>(at);
  std::rotate(voice, voice + 1, voices_.begin() + static_cast<std::ptrdiff_t>(count_--));
  return source;
}

std::unique_ptr<Source> CrossFade::Cut() noexcept {
  in_.Begin(FadeCurve::Side::kIn, 0);
  return count_ > 0 ? TakeAt(0) : nullptr;
}

}  // namespace sdkpp::player
