#pragma once

#include <cstdint>
#include <optional>

#include "core/base/instant.h"
#include "core/base/strong.h"
#include "core/jitter/jitter_stats.h"

namespace sdkpp::session {

/// Counts the packets of a stream that is not decoded. Used by one thread.
class PacketTally {
 public:
  /// A well-formed packet came. Loss is counted once a packet is 64 behind. media thread
  void Add(Instant now, ExtendedSequence sequence, RtpTimestamp timestamp) noexcept;

  /// Starts over after a time in which the jitter buffer counted; counters stay.
  void StartOver() noexcept { newest_.reset(); }

  void AddTo(jitter::JitterStats& stats) const noexcept;

 private:
  void Start(std::int64_t number) noexcept;
  void Advance(std::int64_t ahead) noexcept;
  void NoteBehind(std::int64_t behind) noexcept;
  void MoveClock(Instant now, RtpTimestamp timestamp, bool measure) noexcept;

  std::optional<std::int64_t> newest_;
  std::uint64_t seen_ = 0;  ///< bit n: newest - n came
  Instant arrival_{};
  RtpTimestamp timestamp_;
  jitter::JitterStats stats_;
};

}  // namespace sdkpp::session
