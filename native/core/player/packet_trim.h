#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>

#include "core/container/demuxer.h"
#include "core/player/opus_source.h"

namespace sdkpp::player {

/// The parts of a container's packets to leave out, the pre-skip of its header and the padding of its last
/// packet, and where its streams begin.
class PacketTrim {
 public:
  /// A stream begins, behind so many samples per channel: 0 unless it is the rest of a longer one.
  void Begin(int pre_skip, std::int64_t place) noexcept {
    lead_in_ = std::min(static_cast<std::size_t>(pre_skip), kMostLeadIn);
    place_ = place;
    begins_ = true;
  }

  /// Of the next packet, which lasts so many samples per channel: 5,760 at most.
  [[nodiscard]] OpusTrim Of(const container::Packet& packet, std::size_t samples) noexcept {
    const std::size_t lead_in = std::min(lead_in_, samples);
    lead_in_ -= lead_in;
    return {.lead_in = static_cast<std::uint16_t>(lead_in),
            .padding = static_cast<std::uint16_t>(std::min(PaddingOf(packet, samples), samples)),
            .begins = std::exchange(begins_, false)};
  }

 private:
  /// The packets in front of the sound are decoded with it, which may not take long.
  static constexpr std::size_t kMostLeadIn = 7'680;

  /// No stream is so long; what says so is damaged.
  static constexpr std::int64_t kMostPlace = std::int64_t{1} << 56;

  [[nodiscard]] std::size_t PaddingOf(const container::Packet& packet, std::size_t samples) noexcept {
    place_ = std::clamp<std::int64_t>(place_, 0, kMostPlace) + static_cast<std::int64_t>(samples);
    if (!packet.end) return static_cast<std::size_t>(packet.padding);
    const std::int64_t beyond = place_ - *packet.end;
    place_ = *packet.end;
    // writers that count nothing leave out more than a packet
    const bool is_padding = packet.is_last && beyond > 0 && beyond < static_cast<std::int64_t>(samples);
    return is_padding ? static_cast<std::size_t>(beyond) : 0;
  }

  std::size_t lead_in_ = 0;  ///< samples per channel
  bool begins_ = false;
  std::int64_t place_ = 0;  ///< of the end of the packet before, as the container counts
};

}  // namespace sdkpp::player
