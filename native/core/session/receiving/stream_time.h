#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>

#include "core/base/audio_format.h"
#include "core/base/field_reader.h"
#include "core/base/field_writer.h"
#include "core/base/strong.h"
#include "core/session/receiving/least_delay.h"

namespace sdkpp::session {

/// Places the packets of one stream on the clock of their connection: by their RTP timestamps, so that the
/// fastest packets lie where they arrive. The first lies there at once; what its own jitter was, and how the
/// sender's clock drifts, is followed too slowly to be heard, or in a pause. Where the timestamps lead far
/// away from the arrival, because the sender started over or did not count a pause, the arrival counts again.
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
    timestamp_ = timestamp;
    if (fits) {
      newest_ = placed;
      delay_.Add(at, at - placed);
      Follow(ahead);
    } else {
      newest_ = std::max(at, newest_);
      delay_.Start(at, at - newest_);
      begun_ = true;
    }
    return static_cast<std::uint64_t>(newest_);
  }

  /// Where a sample lies; nothing before the first packet. It may be nonsense when the sender started over.
  [[nodiscard]] std::optional<std::int64_t> At(RtpTimestamp timestamp) const noexcept {
    if (!begun_) return std::nullopt;
    return newest_ + Distance(timestamp_, timestamp);
  }

  /// Behind its newest packet, if that is an ordinary one.
  [[nodiscard]] std::uint64_t end() const noexcept {
    return static_cast<std::uint64_t>(newest_) + (begun_ ? kBlockSamples : 0);
  }

  void Save(FieldWriter& out) const noexcept {
    out.Number(kBegunField, begun_);
    out.Number(kTimestampField, timestamp_);
    out.Number(kNewestField, newest_);
    out.Number(kUnusedField, unused_);
    out.Part(kDelayField, delay_);
  }
  void Restore(FieldReader& in) noexcept {
    constexpr auto kFarthest = static_cast<std::int64_t>(kFarthestPlace);
    begun_ = in.Number<bool>(kBegunField);
    timestamp_ = in.Number<RtpTimestamp>(kTimestampField);
    newest_ = in.NumberIn<std::int64_t>(kNewestField, 0, kFarthest);
    unused_ = in.NumberIn(kUnusedField, -kFarthest, kFarthest);
    in.Part(kDelayField, delay_);
  }

 private:
  static constexpr Field kBegunField{1, "begun"};
  static constexpr Field kTimestampField{2, "timestamp"};
  static constexpr Field kNewestField{3, "newest"};
  static constexpr Field kUnusedField{4, "unused"};
  static constexpr Field kDelayField{5, "delay"};

  static constexpr std::int64_t kFar = kSampleRate / 2;
  /// Packets so far apart have silence between them, which may be a quarter longer or shorter.
  static constexpr std::int64_t kPause = kSampleRate / 10;
  static constexpr std::int64_t kShareOfPause = 4;
  /// Sound may be longer or shorter by 0.4 %: clocks drift less than a tenth of that.
  static constexpr std::int64_t kShareOfSound = 240;

  /// Goes towards where the fastest packets lie; `ahead` is the way from the packet before.
  void Follow(std::int64_t ahead) noexcept {
    unused_ = std::min<std::int64_t>(unused_ + ahead, kBlockSamples);
    const std::int64_t most =
        ahead >= kPause ? ahead / kShareOfPause : std::min(unused_ / kShareOfSound, ahead);
    const std::int64_t step = std::clamp(delay_.get(), -most, most);
    if (step == 0) return;
    unused_ = 0;
    newest_ += step;
    delay_.Lower(step);
  }

  bool begun_ = false;
  RtpTimestamp timestamp_;
  std::int64_t newest_ = 0;
  std::int64_t unused_ = 0;  ///< sound since the last step, as far as it counts
  LeastDelay delay_;
};

}  // namespace sdkpp::session
