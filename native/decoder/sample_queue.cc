#include "decoder/sample_queue.h"

#include <algorithm>
#include <cmath>

#include "core/audio/samples.h"
#include "core/base/audio_format.h"

namespace sdkpp::decoder {
namespace {

/// Of the resampler, for the last samples that it holds back.
constexpr std::size_t kRoomForEnd = kBlockSamples;
/// Of whole samples that are counted in milliseconds.
constexpr double kRoundingError = 1e-6;
/// Samples of a stream are clamped to this; full scale is 1.
constexpr float kLoudest = 2;

std::int16_t SampleOf(float value) noexcept {
  return std::isnan(value) ? std::int16_t{0} : audio::Rounded(std::clamp(value, -kLoudest, kLoudest));
}

}  // namespace

void SampleQueue::SetForm(player::StreamFeed& feed, const SampleForm& form) {
  if (queue_ == nullptr)
    queue_ = &feed.OpenSamples(form.rate);
  else if (form.rate != form_.rate)
    queue_->SetRate(form.rate);
  skip_ = std::floor(skip_ * form.rate / form_.rate + kRoundingError);
  mix_.emplace(form.speakers, static_cast<std::size_t>(form.channels));
  form_ = form;
}

void SampleQueue::Add(std::span<const float> values) {
  const auto channels = static_cast<std::size_t>(form_.channels);
  const std::size_t frames = values.size() / channels;
  const auto skipped = static_cast<std::size_t>(std::min(skip_, static_cast<double>(frames)));
  has_sound_ = has_sound_ || frames > 0;
  skip_ -= static_cast<double>(skipped);
  waiting_.clear();
  flushed_ = 0;
  for (std::size_t frame = skipped; frame < frames; ++frame) {
    float left = 0;
    float right = 0;
    for (std::size_t channel = 0; channel < channels; ++channel) {
      const float value = values[frame * channels + channel];
      left += (*mix_)[channel].left * value;
      right += (*mix_)[channel].right * value;
    }
    waiting_.push_back(SampleOf(left));
    waiting_.push_back(SampleOf(right));
  }
}

bool SampleQueue::Flush() noexcept {
  if (flushed_ == waiting_.size()) return true;
  flushed_ += kChannels * queue_->Write(std::span(waiting_).subspan(flushed_));
  return flushed_ == waiting_.size();
}

bool SampleQueue::Finish() noexcept {
  if (queue_ == nullptr) return true;
  if (queue_->queued() + kRoomForEnd > audio::PcmQueue::kCapacity) return false;
  queue_->Finish();
  return true;
}

}  // namespace sdkpp::decoder
