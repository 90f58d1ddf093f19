#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "core/dave/frame_sealer.h"

namespace sdkpp::session {

/// The current treatment of own frames by end-to-end encryption.
struct FrameSeal {
  enum class Mode : std::uint8_t { kClear, kNothing, kSealed };

  Mode mode = Mode::kClear;
  /// Of kSealed; not owned.
  dave::FrameSealer* sealer = nullptr;

  /// Prepares a frame for the wire in place: `buffer` starts with its `size` bytes and has dave::kMaxOverhead
  /// bytes of room behind. Gives the size to send, or 0 when it must not be sent. Media thread.
  [[nodiscard]] std::size_t Apply(std::span<std::uint8_t> buffer, std::size_t size) const noexcept {
    switch (mode) {
      case Mode::kClear:
        return size;
      case Mode::kNothing:
        return 0;
      case Mode::kSealed:
        return sealer->Seal(buffer, size);
    }
    return 0;
  }
};

}  // namespace sdkpp::session
