#include "core/opus/packet_cutter.h"

#include <opus.h>

#include <algorithm>

#include "core/base/audio_format.h"

namespace sdkpp::opus {

void PacketCutter::Destroyer::operator()(OpusRepacketizer* repacketizer) const noexcept {
  opus_repacketizer_destroy(repacketizer);
}

std::optional<PacketCutter> PacketCutter::Create() {
  OpusRepacketizer* repacketizer = opus_repacketizer_create();
  if (repacketizer == nullptr) return std::nullopt;
  return PacketCutter(repacketizer);
}

bool PacketCutter::Begin(std::span<const std::uint8_t> packet, std::size_t first_frame) noexcept {
  next_ = count_ = 0;
  if (!PacketSamples(packet)) return false;
  opus_repacketizer_init(frames_.get());
  const auto size = static_cast<opus_int32>(packet.size());
  if (opus_repacketizer_cat(frames_.get(), packet.data(), size) != OPUS_OK) return false;
  count_ = static_cast<std::size_t>(opus_repacketizer_get_nb_frames(frames_.get()));
  each_ = static_cast<std::size_t>(opus_packet_get_samples_per_frame(packet.data(), kSampleRate));
  next_ = std::min(first_frame, count_);
  return next_ < count_;
}

PacketCutter::Piece PacketCutter::Next() noexcept {
  const std::size_t wanted = std::max<std::size_t>(1, kBlockSamples / each_);
  for (std::size_t frames = std::min(wanted, count_ - next_); frames > 0; frames /= 2) {
    const opus_int32 size =
        opus_repacketizer_out_range(frames_.get(), static_cast<int>(next_), static_cast<int>(next_ + frames),
                                    piece_.data(), static_cast<opus_int32>(piece_.size()));
    if (size <= 0) continue;  // too long for one packet
    next_ += frames;
    return {std::span(piece_).first(static_cast<std::size_t>(size)), frames * each_};
  }
  return {};
}

}  // namespace sdkpp::opus
