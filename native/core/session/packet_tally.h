#pragma once

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdint>
#include <optional>

#include "core/base/audio_format.h"
#include "core/base/instant.h"
#include "core/base/strong.h"
#include "core/jitter/jitter_stats.h"

namespace sdkpp::session {

/// Counts the packets of a stream that nobody hears: no buffer, no decoder. Used by one thread.
class PacketTally {
 public:
  /// A well-formed packet came. Loss is counted once a packet is 64 behind.
  void Add(Instant now, ExtendedSequence sequence, RtpTimestamp timestamp) noexcept {
    ++received_;
    const std::int64_t number = sequence.raw();
    if (!newest_ || number - *newest_ > kRestart || *newest_ - number > kRestart) {
      newest_ = number;
      seen_ = ~std::uint64_t{0};  // nothing is missed before the first
      MoveClock(now, timestamp, false);
      return;
    }
    const std::int64_t ahead = number - *newest_;
    if (ahead > 0) {
      for (std::int64_t step = 0; step < ahead; ++step) {
        lost_ += 1 - (seen_ >> 63);
        seen_ <<= 1;
      }
      seen_ |= 1;
      newest_ = number;
      MoveClock(now, timestamp, true);
    } else if (ahead > -kWindow) {
      const std::uint64_t bit = std::uint64_t{1} << -ahead;
      if ((seen_ & bit) != 0) ++duplicate_;
      seen_ |= bit;
    } else {
      ++late_;
    }
  }

  /// Begins anew behind a time in which others counted; what was counted stays.
  void Forget() noexcept { newest_.reset(); }

  void AddTo(jitter::JitterStats& stats) const noexcept {
    stats.packets_received += received_;
    stats.packets_lost += lost_;
    stats.packets_late += late_;
    stats.packets_duplicate += duplicate_;
    if (newest_) stats.jitter_ms = jitter_ms_;
  }

 private:
  static constexpr std::int64_t kWindow = 64;
  /// A jump this far is a stream that started over.
  static constexpr std::int64_t kRestart = 3000;
  /// A pause this long says nothing about jitter.
  static constexpr double kPauseMs = 200;

  /// Interarrival jitter of RFC 3550.
  void MoveClock(Instant now, RtpTimestamp timestamp, bool measure) noexcept {
    const double arrived = std::chrono::duration<double, std::milli>(now - arrival_).count();
    const double sent = static_cast<double>(Distance(timestamp_, timestamp)) * 1000 / kSampleRate;
    if (measure && arrived < kPauseMs) jitter_ms_ += (std::abs(arrived - sent) - jitter_ms_) / 16;
    arrival_ = now;
    timestamp_ = timestamp;
  }

  std::optional<std::int64_t> newest_;
  std::uint64_t seen_ = 0;  ///< bit n: newest - n came
  Instant arrival_{};
  RtpTimestamp timestamp_;
  double jitter_ms_ = 0;
  std::uint64_t received_ = 0;
  std::uint64_t lost_ = 0;
  std::uint64_t late_ = 0;
  std::uint64_t duplicate_ = 0;
};

}  // namespace sdkpp::session
