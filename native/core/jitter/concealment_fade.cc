#include "core/jitter/concealment_fade.h"

#include <algorithm>

#include "core/base/field_reader.h"
#include "core/base/field_writer.h"

namespace sdkpp::jitter {
namespace {

constexpr float kFadePerSample = 1.0F / static_cast<float>(ConcealmentFade::kMaxMadeUp);
constexpr std::size_t kFadeInSamples = 240;

}  // namespace

void ConcealmentFade::Apply(std::span<float> made_up) noexcept {
  for (std::size_t i = 0; i < made_up.size(); ++i) {
    if (i % kChannels == 0) gain_ = std::max(0.0F, gain_ - kFadePerSample);
    made_up[i] *= gain_;
  }
  run_ += made_up.size() / kChannels;
}

void ConcealmentFade::BackIn(std::span<float> real) noexcept {
  run_ = 0;
  if (gain_ >= 1) return;
  const std::size_t length = std::min(real.size() / kChannels, kFadeInSamples);
  for (std::size_t i = 0; i < length * kChannels; ++i) {
    const std::size_t sample = i / kChannels;  // per channel
    const float done = static_cast<float>(sample) / static_cast<float>(length);
    real[i] *= gain_ + (1 - gain_) * done;
  }
  gain_ = 1;
}

void ConcealmentFade::Reset() noexcept {
  run_ = 0;
  gain_ = 1;
}

struct ConcealmentFade::Fields {
  static constexpr Field kRun{1, "made up in a row"};
  static constexpr Field kGain{2, "gain"};
};

void ConcealmentFade::Save(FieldWriter& out) const noexcept {
  out.Number(Fields::kRun, std::min(run_, kMaxMadeUp));
  out.Number(Fields::kGain, gain_);
}

void ConcealmentFade::Restore(FieldReader& in) noexcept {
  run_ = in.NumberIn<std::size_t>(Fields::kRun, 0, kMaxMadeUp);
  gain_ = in.NumberIn(Fields::kGain, 0.0F, 1.0F);
}

}  // namespace sdkpp::jitter
