#include "core/opus/encoder.h"

#include <opus.h>

#include <algorithm>
#include <utility>

#include "core/base/audio_format.h"
#include "core/opus/packet.h"

namespace sdkpp::opus {
namespace {

int ApplicationOf(bool music) noexcept { return music ? OPUS_APPLICATION_AUDIO : OPUS_APPLICATION_VOIP; }

bool IsLegalLength(std::size_t samples) noexcept {
  return samples == 480 || samples == 960 || samples == 1920 || samples == 2880;
}

}  // namespace

Encoder::Encoder(OpusEncoderPtr state, bool music) noexcept : state_(std::move(state)), music_(music) {}

std::optional<Encoder> Encoder::Create(bool music) {
  int error = OPUS_OK;
  OpusEncoderPtr state(opus_encoder_create(kSampleRate, kChannels, ApplicationOf(music), &error));
  if (error != OPUS_OK || !state) return std::nullopt;
  return Encoder(std::move(state), music);
}

void Encoder::SetBitrate(int bitrate) noexcept {
  if (state_) opus_encoder_ctl(state_.get(), OPUS_SET_BITRATE(std::clamp(bitrate, 6'000, 510'000)));
}

void Encoder::SetComplexity(int complexity) noexcept {
  if (state_) opus_encoder_ctl(state_.get(), OPUS_SET_COMPLEXITY(std::clamp(complexity, 0, 10)));
}

void Encoder::SetExpectedLoss(int loss_percent) noexcept {
  if (!state_) return;
  const int percent = std::clamp(loss_percent, 0, 100);
  opus_encoder_ctl(state_.get(), OPUS_SET_PACKET_LOSS_PERC(percent));
  opus_encoder_ctl(state_.get(), OPUS_SET_INBAND_FEC(percent > 0 ? 1 : 0));
  // the signal hint "speech" keeps the encoder out of the mode that has no FEC
  const bool speech = percent > 0 && !music_;
  opus_encoder_ctl(state_.get(), OPUS_SET_SIGNAL(speech ? OPUS_SIGNAL_VOICE : OPUS_AUTO));
}

void Encoder::SetIndependent(bool on) noexcept {
  if (state_) opus_encoder_ctl(state_.get(), OPUS_SET_PREDICTION_DISABLED(on ? 1 : 0));
}

void Encoder::SetMusic(bool music) noexcept {
  Reset();  // the tuning may only change before the first frame
  music_ = music;
  if (state_) opus_encoder_ctl(state_.get(), OPUS_SET_APPLICATION(ApplicationOf(music)));
}

void Encoder::Reset() noexcept {
  if (state_) opus_encoder_ctl(state_.get(), OPUS_RESET_STATE);
}

std::size_t Encoder::Encode(std::span<const std::int16_t> values, std::span<std::uint8_t> out) noexcept {
  const std::size_t samples = values.size() / kChannels;
  if (!state_ || !IsLegalLength(samples)) return 0;
  const auto room = static_cast<opus_int32>(std::min(out.size(), kMaxPayload));
  const int bytes = opus_encode(state_.get(), values.data(), static_cast<int>(samples), out.data(), room);
  return bytes > 0 ? static_cast<std::size_t>(bytes) : 0;
}

}  // namespace sdkpp::opus
