#pragma once

#include <cstdint>

namespace sdkpp::jitter {

/// Counters of one stream since its start. Samples are per channel.
struct JitterStats {
  /// Adds what an earlier part of the stream counted; the delays stay.
  void AddCounts(const JitterStats& earlier) noexcept {
    packets_received += earlier.packets_received;
    packets_lost += earlier.packets_lost;
    packets_late += earlier.packets_late;
    packets_duplicate += earlier.packets_duplicate;
    packets_malformed += earlier.packets_malformed;
    packets_discarded += earlier.packets_discarded;
    concealed_samples += earlier.concealed_samples;
    stretched_samples += earlier.stretched_samples;
    played_samples += earlier.played_samples;
    fec_used += earlier.fec_used;
  }

  std::uint64_t packets_received = 0;   ///< well-formed, duplicates and late ones included
  std::uint64_t packets_lost = 0;       ///< missing when they had to play (a late one counts here too)
  std::uint64_t packets_late = 0;       ///< came after their place had played, dropped
  std::uint64_t packets_duplicate = 0;  ///< dropped
  std::uint64_t packets_malformed = 0;  ///< not Opus, or too long; dropped
  std::uint64_t packets_discarded =
      0;  ///< dropped: the buffer was full, they were too old, or the stream began anew
  std::uint64_t concealed_samples =
      0;  ///< made up in place of speech; the silence after five frames is not counted
  std::uint64_t stretched_samples = 0;  ///< removed or inserted by time-stretching
  std::uint64_t played_samples = 0;     ///< all samples pulled while the stream was playing
  std::uint64_t fec_used = 0;           ///< lost packets recovered from the following one
  double jitter_ms = 0;                 ///< interarrival jitter of RFC 3550
  double current_delay_ms = 0;          ///< playout behind the fastest arrivals
  double target_delay_ms = 0;           ///< what current_delay_ms is steered to
  double waiting_ms = 0;                ///< mean time from arrival to playout: the delay that is added
};

}  // namespace sdkpp::jitter
