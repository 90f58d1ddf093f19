#pragma once

#include <algorithm>
#include <cstdint>

#include "core/dave/frame_sealer.h"
#include "core/rtp/sealer.h"

namespace sdkpp::session {

/// The numbers that a process was granted of a call: those from `start` to before `limit`. Every key of the
/// call counts with them, so one promise covers all keys, those that nobody has seen yet among them: a
/// successor begins at the limit, and no number is used twice under a key.
struct NumberRange {
  /// Above the client's first counter there are so many, whatever that one is.
  static constexpr std::uint32_t kMost = std::uint32_t{1} << 29;

  std::uint32_t start = 0;
  std::uint32_t limit = 0;

  /// A transport key counts from `first_counter` on.
  void Confine(rtp::Sealer& sealer, std::uint32_t first_counter) const noexcept {
    sealer.Confine(std::uint64_t{first_counter} + start, std::uint64_t{first_counter} + limit);
  }
  /// Frames of a ratchet count from 1 on.
  void Confine(dave::FrameSealer& sealer) const noexcept {
    sealer.Confine(std::uint64_t{start} + 1, std::uint64_t{limit} + 1);
  }
  /// What follows on `granted`, which may be used up.
  [[nodiscard]] NumberRange Behind(const NumberRange& granted) const noexcept {
    const std::uint32_t first = std::max(start, granted.limit);
    return {first, std::max(first, limit)};
  }
};

}  // namespace sdkpp::session
