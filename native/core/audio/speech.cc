#include "core/audio/speech.h"

#include <speex/speex_echo.h>
#include <speex/speex_preprocess.h>

#include <algorithm>
#include <utility>

#include "core/audio/samples.h"

namespace sdkpp::audio {
namespace {

constexpr std::int32_t kSuppressedDb = -15;
constexpr std::int32_t kCancelledDb = -40;
/// On the scale of Speex: voices come out at some -25 dBFS.
constexpr std::int32_t kLoudness = 12'000;
constexpr std::int32_t kMostGainDb = 20;  ///< more would lift the noise of a room to a voice

/// 1 s. Until the noise of a room is known it passes for a voice, whose loudness would be evened out.
constexpr int kPartsToKnowNoise = 100;

/// Of one step of 16 bits. In digital silence the memory of filters fades into numbers that processors are
/// slow with.
constexpr float kHiss = 0.05F;

void Set(SpeexPreprocessState* state, int what, std::int32_t value) noexcept {
  (void)speex_preprocess_ctl(state, what, &value);
}

constexpr std::int32_t DecibelOf(NoiseReduction reduction) noexcept {
  switch (reduction) {
    case NoiseReduction::kNone:
      return 0;
    case NoiseReduction::kSuppressed:
      return kSuppressedDb;
    case NoiseReduction::kCancelled:
      return kCancelledDb;
  }
  return 0;
}

}  // namespace

void Speech::EchoEnd::operator()(SpeexEchoState_* state) const noexcept { speex_echo_state_destroy(state); }

void Speech::CleaningEnd::operator()(SpeexPreprocessState_* state) const noexcept {
  speex_preprocess_state_destroy(state);
}

Speech::Speech()
    : echo_(speex_echo_state_init(static_cast<int>(kFrames),
                                  static_cast<int>(kEchoTailMs * kSampleRate / 1000))),
      cleaning_(speex_preprocess_state_init(static_cast<int>(kFrames), kSampleRate)) {
  std::int32_t rate = kSampleRate;
  (void)speex_echo_ctl(echo_.get(), SPEEX_ECHO_SET_SAMPLING_RATE, &rate);
  Set(cleaning_.get(), SPEEX_PREPROCESS_SET_AGC_TARGET, kLoudness);
  Set(cleaning_.get(), SPEEX_PREPROCESS_SET_AGC_MAX_GAIN, kMostGainDb);
  Configure();
}

Speech::~Speech() = default;

bool Speech::on() const noexcept {
  return settings_.echo || settings_.noise != NoiseReduction::kNone || settings_.gain;
}

void Speech::Apply(const SpeechSettings& settings) noexcept {
  const bool was_on = on();
  const SpeechSettings before = std::exchange(settings_, settings);
  if (before == settings) return;
  // an echo of what was played before must not be taken away now
  if (settings.echo && !before.echo) speex_echo_state_reset(echo_.get());
  Configure();
  if (was_on || !on()) return;
  // the same for what was said: two parts of silence push out what the filters still hold of it
  for (int part = 0; part < 2; ++part) {
    Mono nothing{};
    (void)speex_preprocess_run(cleaning_.get(), nothing.data());
  }
}

/// Residual echo is removed by the noise stage, which also runs without suppression and then keeps noise.
void Speech::Configure() noexcept {
  SpeexPreprocessState* state = cleaning_.get();
  Set(state, SPEEX_PREPROCESS_SET_DENOISE,
      settings_.echo || settings_.noise != NoiseReduction::kNone ? 1 : 0);
  Set(state, SPEEX_PREPROCESS_SET_NOISE_SUPPRESS, DecibelOf(settings_.noise));
  Set(state, SPEEX_PREPROCESS_SET_AGC, settings_.gain && parts_ == kPartsToKnowNoise ? 1 : 0);
  (void)speex_preprocess_ctl(state, SPEEX_PREPROCESS_SET_ECHO_STATE, settings_.echo ? echo_.get() : nullptr);
}

float Speech::Hiss() noexcept {
  constexpr std::uint32_t kMultiplier = 1'664'525;
  constexpr std::uint32_t kIncrement = 1'013'904'223;
  random_ = random_ * kMultiplier + kIncrement;
  return static_cast<float>(static_cast<std::int32_t>(random_)) * (kHiss / 0x1.0p31F);
}

Speech::Mono Speech::Mixed(std::span<const float, kValues> stereo) noexcept {
  Mono mono;
  for (std::size_t at = 0; at < kFrames; ++at) {
    mono[at] = (stereo[at * kChannels] + stereo[at * kChannels + 1]) * (kFullScale / kChannels) + Hiss();
  }
  return mono;
}

void Speech::Process(std::span<float, kValues> captured, std::span<const float, kValues> played) noexcept {
  if (!on()) return;
  if (parts_ < kPartsToKnowNoise) {
    ++parts_;
    if (parts_ == kPartsToKnowNoise) Configure();
  }
  Mono voice = Mixed(captured);
  if (settings_.echo) {
    const Mono heard = voice;
    const Mono far = Mixed(played);
    speex_echo_cancellation(echo_.get(), heard.data(), far.data(), voice.data());
  }
  (void)speex_preprocess_run(cleaning_.get(), voice.data());
  for (std::size_t at = 0; at < kFrames; ++at) {
    captured[at * kChannels] = captured[at * kChannels + 1] = voice[at] / kFullScale;
  }
}

}  // namespace sdkpp::audio
