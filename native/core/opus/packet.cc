#include "core/opus/packet.h"

#include <opus.h>

#include <algorithm>

#include "core/base/audio_format.h"

namespace sdkpp::opus {
namespace {

constexpr std::size_t kMaxFrames = 48;

/// The frames inside a packet, after a check of its whole structure.
struct Frames {
  std::array<const unsigned char*, kMaxFrames> data;  ///< of these the first `count` are written
  std::array<opus_int16, kMaxFrames> size;
  int count = 0;
};

Frames Parse(std::span<const std::uint8_t> packet) noexcept {
  Frames frames;
  if (packet.empty()) return frames;
  frames.count = opus_packet_parse(packet.data(), static_cast<opus_int32>(packet.size()), nullptr,
                                   frames.data.data(), frames.size.data(), nullptr);
  return frames;
}

/// The TOC's mode: CELT-only frames carry no FEC.
bool IsCeltOnly(std::uint8_t toc) noexcept { return (toc & 0x80) != 0; }

/// RFC 6716 section 4.2.3: a SILK frame begins per channel with one VAD bit for every 20 ms, then the flag of
/// the FEC data.
struct SilkHeader {
  std::uint8_t vad = 0;  ///< as bits that lie there
  std::uint8_t fec = 0;
};

SilkHeader SilkHeaderOf(std::span<const std::uint8_t> packet) noexcept {
  const int each = opus_packet_get_samples_per_frame(packet.data(), kSampleRate);
  const int parts = std::max(1, each / static_cast<int>(kBlockSamples));
  const bool stereo = opus_packet_get_nb_channels(packet.data()) == 2;
  const int vad = 0xff00 >> parts;
  const int fec = 0x80 >> parts;
  const int shift = parts + 1;  // behind the mid channel the side channel has the same
  const int side = stereo ? 0xff : 0;
  return {static_cast<std::uint8_t>((vad & 0xff) | (((vad & 0xff) >> shift) & side)),
          static_cast<std::uint8_t>(fec | ((fec >> shift) & side))};
}

}  // namespace

Result<std::size_t, PacketError> PacketSamples(std::span<const std::uint8_t> packet) noexcept {
  if (packet.empty()) return PacketError::kEmpty;
  const Frames frames = Parse(packet);
  if (frames.count <= 0) return PacketError::kMalformed;
  const auto each = static_cast<std::size_t>(opus_packet_get_samples_per_frame(packet.data(), kSampleRate));
  const std::size_t samples = each * static_cast<std::size_t>(frames.count);
  if (samples > kMaxPacketSamples) return PacketError::kMalformed;
  return samples;
}

std::size_t ClaimedSamples(std::span<const std::uint8_t> packet) noexcept {
  if (packet.empty()) return kBlockSamples;
  const int count = opus_packet_get_nb_frames(packet.data(), static_cast<opus_int32>(packet.size()));
  const auto each = static_cast<std::size_t>(opus_packet_get_samples_per_frame(packet.data(), kSampleRate));
  return count > 0 ? std::min(each * static_cast<std::size_t>(count), kMaxPacketSamples) : kBlockSamples;
}

bool IsSilenceFrame(std::span<const std::uint8_t> packet) noexcept {
  return std::ranges::equal(packet, kSilenceFrame);
}

bool HasRecovery(std::span<const std::uint8_t> packet) noexcept {
  if (packet.empty() || IsCeltOnly(packet[0])) return false;
  const Frames frames = Parse(packet);
  if (frames.count <= 0 || frames.size[0] <= 0) return false;
  return (frames.data[0][0] & SilkHeaderOf(packet).fec) != 0;
}

VoiceHint HintOf(std::span<const std::uint8_t> packet) noexcept {
  const Frames frames = Parse(packet);
  if (frames.count <= 0 || IsSilenceFrame(packet)) return VoiceHint::kSilence;
  const std::uint8_t vad = IsCeltOnly(packet[0]) ? 0 : SilkHeaderOf(packet).vad;
  VoiceHint hint = VoiceHint::kSilence;
  for (std::size_t at = 0; at < static_cast<std::size_t>(frames.count); ++at) {
    if (frames.size[at] <= 1) continue;  // left out by DTX
    if (vad == 0) return VoiceHint::kNone;
    if ((frames.data[at][0] & vad) != 0) return VoiceHint::kVoice;
    hint = VoiceHint::kNoVoice;
  }
  return hint;
}

}  // namespace sdkpp::opus
