#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include "core/base/result.h"

namespace sdkpp::opus {

/// Samples per channel of the longest legal packet (120 ms at 48 kHz).
inline constexpr std::size_t kMaxPacketSamples = 5760;
/// Most bytes of a packet that we send: a frame of the largest size (RFC 6716) and the byte before it. A
/// packet of several frames may be longer; PacketCutter makes several of it.
inline constexpr std::size_t kMaxPayload = 1276;
/// Five of these end speech. One lasts 20 ms.
inline constexpr std::array<std::uint8_t, 3> kSilenceFrame{0xF8, 0xFF, 0xFE};

/// What a packet says about its sound before it is decoded.
enum class VoiceHint : std::uint8_t {
  kSilence,  ///< DTX left all its frames out, it is the silence frame, or it is malformed
  kNoVoice,  ///< SILK found a voice in none of its frames
  kVoice,    ///< SILK found a voice in one at least
  kNone,     ///< CELT says nothing
};

enum class PacketError { kEmpty, kMalformed };

/// Length in samples per channel at 48 kHz, 120 to 5760, after the whole frame structure has been checked.
[[nodiscard]] Result<std::size_t, PacketError> PacketSamples(std::span<const std::uint8_t> packet) noexcept;

/// How long a packet says it is, in samples per channel, though it cannot be played: 120 to 5760, and 20 ms
/// where it does not say.
[[nodiscard]] std::size_t ClaimedSamples(std::span<const std::uint8_t> packet) noexcept;

/// Exactly the silence frame F8 FF FE.
[[nodiscard]] bool IsSilenceFrame(std::span<const std::uint8_t> packet) noexcept;

/// Whether a packet carries in-band FEC: a copy, at lower quality, of the frame before it. False when
/// malformed.
[[nodiscard]] bool HasRecovery(std::span<const std::uint8_t> packet) noexcept;

/// From the TOC, the lengths of the frames and their VAD flags. `packet` is untrusted.
[[nodiscard]] VoiceHint HintOf(std::span<const std::uint8_t> packet) noexcept;

}  // namespace sdkpp::opus
