#include "core/opus/decoder.h"

#include <opus.h>

#include <algorithm>
#include <utility>

#include "core/base/audio_format.h"
#include "core/opus/packet.h"

namespace sdkpp::opus {
namespace {

std::size_t SamplesOrNone(int result) noexcept { return result > 0 ? static_cast<std::size_t>(result) : 0; }

}  // namespace

Decoder::Decoder(OpusDecoderPtr state, Format format) noexcept : state_(std::move(state)), format_(format) {}

std::optional<Decoder> Decoder::Create() {
  return Create({.rate = kSampleRate, .channels = static_cast<int>(kChannels)});
}

std::optional<Decoder> Decoder::CreateNarrow() { return Create({.rate = 16'000, .channels = 1}); }

std::optional<Decoder> Decoder::Create(Format format) {
  int error = OPUS_OK;
  OpusDecoderPtr state(opus_decoder_create(format.rate, format.channels, &error));
  if (error != OPUS_OK || !state) return std::nullopt;
  return Decoder(std::move(state), format);
}

int Decoder::Fit(std::size_t samples, std::span<float> out) const noexcept {
  return static_cast<int>(
      std::min({samples, kMaxPacketSamples, out.size() / static_cast<std::size_t>(format_.channels)}));
}

std::size_t Decoder::Decode(std::span<const std::uint8_t> packet, std::span<float> out) noexcept {
  if (packet.empty()) return 0;
  return SamplesOrNone(opus_decode_float(state_.get(), packet.data(), static_cast<opus_int32>(packet.size()),
                                         out.data(), Fit(kMaxPacketSamples, out), 0));
}

std::size_t Decoder::Recover(std::span<const std::uint8_t> following, std::size_t samples,
                             std::span<float> out) noexcept {
  if (following.empty()) return 0;
  return SamplesOrNone(opus_decode_float(state_.get(), following.data(),
                                         static_cast<opus_int32>(following.size()), out.data(),
                                         Fit(samples, out), 1));
}

std::size_t Decoder::Conceal(std::size_t samples, std::span<float> out) noexcept {
  return SamplesOrNone(opus_decode_float(state_.get(), nullptr, 0, out.data(), Fit(samples, out), 0));
}

void Decoder::Reset() noexcept { opus_decoder_ctl(state_.get(), OPUS_RESET_STATE); }

}  // namespace sdkpp::opus
