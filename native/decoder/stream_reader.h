#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "core/player/stream_feed.h"

namespace sdkpp::decoder {

/// What a step came to.
enum class Progress {
  kWorked,
  kNeedsBytes,
  kNeedsRoom,  ///< for sound
  kOver,
};

/// Makes sound of one kind of stream. It never waits, and a step does little: one packet, or one frame.
class StreamReader {
 public:
  virtual ~StreamReader() = default;

  /// Takes bytes, and says how many: some, when a step said that it needs them.
  [[nodiscard]] virtual std::size_t Write(std::span<const std::uint8_t> bytes) noexcept = 0;
  /// No more bytes will come.
  virtual void Finish() noexcept = 0;
  [[nodiscard]] virtual Progress Step(player::StreamFeed& feed) noexcept = 0;
  /// Samples per channel at 48 kHz that wait to be played.
  [[nodiscard]] virtual std::size_t queued() const noexcept = 0;
};

}  // namespace sdkpp::decoder
