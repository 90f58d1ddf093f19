#pragma once

#include <algorithm>
#include <cstdint>

#include "core/base/audio_format.h"
#include "core/base/strong.h"

namespace sdkpp::session {

/// Places the packets of one stream on the clock of their connection: the first where it arrived, the others
/// by their RTP timestamps. Where these lead far away from the arrival, because the sender started over or
/// did not count a pause, the arrival counts again.
class StreamTime {
 public:
  /// A new stream, no packet of which lies before `floor`.
  void Begin(std::uint64_t floor) noexcept {
    begun_ = false;
    newest_ = static_cast<std::int64_t>(floor);
  }

  /// Of the first sample of a packet.
  [[nodiscard]] std::uint64_t Place(RtpTimestamp timestamp, std::uint64_t arrived) noexcept {
    const auto at = static_cast<std::int64_t>(arrived);
    const std::int64_t ahead = begun_ ? Distance(timestamp_, timestamp) : 0;
    const std::int64_t placed = newest_ + ahead;
    const bool fits = begun_ && placed >= 0 && placed - at < kFar && at - placed < kFar;
    if (fits && ahead < 0) return static_cast<std::uint64_t>(placed);
    newest_ = fits ? placed : std::max(at, newest_);
    timestamp_ = timestamp;
    begun_ = true;
    return static_cast<std::uint64_t>(newest_);
  }

  /// Behind its newest packet, if that is an ordinary one.
  [[nodiscard]] std::uint64_t end() const noexcept {
    return static_cast<std::uint64_t>(newest_) + (begun_ ? kBlockSamples : 0);
  }

 private:
  static constexpr std::int64_t kFar = kSampleRate / 2;

  bool begun_ = false;
  RtpTimestamp timestamp_;
  std::int64_t newest_ = 0;
};

}  // namespace sdkpp::session
