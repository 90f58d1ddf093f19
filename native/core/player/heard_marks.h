#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>

#include "core/player/position.h"

namespace sdkpp::player {

/// How much of each of the newest tracks of a player left one session in packets. The media thread writes,
/// any thread reads, and neither waits.
class HeardMarks {
 public:
  /// Tracks that are known, by the last digits of their numbers; a newer one takes the place of an older.
  static constexpr std::size_t kTracks = 16;

  /// All up to `position` has left. media thread
  void Note(Position position) noexcept {
    marks_[position.number % kTracks].store(position.Pack(), std::memory_order_relaxed);
  }
  /// Samples per channel at 48 kHz of track `number`; 0 before its first packet, and once 16 newer tracks
  /// have left. Any thread.
  [[nodiscard]] std::uint64_t Of(std::uint32_t number) const noexcept {
    const auto mark = Position::Unpack(marks_[number % kTracks].load(std::memory_order_relaxed));
    return mark.number == number ? mark.samples : 0;
  }

 private:
  std::array<std::atomic<std::uint64_t>, kTracks> marks_{};
};

}  // namespace sdkpp::player
