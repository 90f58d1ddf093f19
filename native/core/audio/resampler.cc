#include "core/audio/resampler.h"

#include <algorithm>
#include <cmath>

#include "core/base/audio_format.h"

namespace sdkpp::audio {
namespace {

std::int16_t ToSample(float value) noexcept {
  return static_cast<std::int16_t>(std::lrintf(std::clamp(value, -32768.0F, 32767.0F)));
}

}  // namespace

Resampler::Resampler(int rate)
    : rate_(std::clamp(rate, kMinRate, kMaxRate)),
      passthrough_(rate_ == kSampleRate),
      table_(rate_, kSampleRate),
      history_(table_.taps()) {}

void Resampler::Reset() noexcept {
  history_.Reset();
  phase_ = 0;
}

Resampler::Progress Resampler::Process(std::span<const std::int16_t> in,
                                       std::span<std::int16_t> out) noexcept {
  const std::size_t available = in.size() / kChannels;
  const std::size_t room = out.size() / kChannels;
  if (passthrough_) {
    const std::size_t count = std::min(available, room);
    std::copy_n(in.begin(), count * kChannels, out.begin());
    return {count, count};
  }
  Progress progress{0, 0};
  while (true) {
    while (phase_ >= kSampleRate && progress.taken < available) {
      const std::int16_t* frame = &in[progress.taken++ * kChannels];
      history_.Feed(frame[0], frame[1]);
      phase_ -= kSampleRate;
    }
    if (phase_ >= kSampleRate || progress.written == room) return progress;
    const auto sums = table_.At(static_cast<double>(phase_) / kSampleRate, history_.left(), history_.right());
    std::transform(sums.begin(), sums.end(), &out[progress.written++ * kChannels], ToSample);
    phase_ += static_cast<std::uint64_t>(rate_);
  }
}

}  // namespace sdkpp::audio
