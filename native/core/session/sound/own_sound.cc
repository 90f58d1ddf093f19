#include "core/session/sound/own_sound.h"

#include "core/opus/packet.h"

namespace sdkpp::session {

void OwnSound::Send(std::span<const std::uint8_t> packet) noexcept {
  if (!decoder_) return;
  std::array<float, opus::kMaxPacketSamples / kFactor> samples;
  reference_.Push(std::span(samples).first(decoder_->Decode(packet, samples)));
}

}  // namespace sdkpp::session
