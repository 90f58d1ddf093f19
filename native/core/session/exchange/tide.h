#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>

#include "core/base/instant.h"
#include "core/base/strong.h"
#include "core/player/source.h"

namespace sdkpp::session {

/// How far a call is, as of one tick.
struct Tide {
  Instant at{};  ///< zero: not published yet
  /// The next counter of the transport key; 0 without one.
  std::uint64_t next_counter = 0;
  /// Numbers that the ratchets for own frames have used, the most of them.
  std::uint64_t frames = 0;
  Sequence next_sequence;
  std::uint64_t packets_received = 0;
  std::optional<player::SourcePosition> position;

  /// Nothing was sent, received or played between the two.
  [[nodiscard]] bool IsAsFarAs(const Tide& other) const noexcept {
    return next_counter == other.next_counter && frames == other.frames &&
           next_sequence == other.next_sequence && packets_received == other.packets_received &&
           position == other.position && (at == Instant{}) == (other.at == Instant{});
  }
  /// The first number that none of these keys has used.
  [[nodiscard]] std::uint64_t Used(std::uint32_t first_counter) const noexcept {
    return std::max(frames, next_counter - std::min<std::uint64_t>(next_counter, first_counter));
  }
};

}  // namespace sdkpp::session
