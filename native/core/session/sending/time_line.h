#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>

#include "core/base/audio_format.h"
#include "core/base/field_reader.h"
#include "core/base/field_writer.h"
#include "core/base/instant.h"
#include "core/opus/packet.h"

namespace sdkpp::session {

/// Time of so many samples per channel.
[[nodiscard]] constexpr Duration DurationOf(std::size_t samples) noexcept {
  return Duration(static_cast<std::int64_t>(samples) * 1'000'000'000 / kSampleRate);
}

/// The time line of a stream: how far the RTP timestamp moves from frame to frame. A pause moves it by whole
/// blocks; a late wake-up does not.
class TimeLine {
 public:
  /// Ticks from the frame before to a frame of `samples` per channel that starts at `start`; 0 for the first.
  [[nodiscard]] std::uint32_t Place(std::size_t samples, Instant start) noexcept {
    std::size_t ticks = any_frame_ ? last_samples_ : 0;
    if (!any_frame_) next_start_ = start;
    const Duration gap = start - next_start_ + kTickTolerance;
    if (any_frame_ && gap >= (resumed_ ? Duration(kBlockDuration) : kStall)) {
      const auto blocks = gap / Duration(kBlockDuration);
      ticks += static_cast<std::size_t>(blocks) * kBlockSamples;
      next_start_ += Duration(kBlockDuration) * blocks;
    }
    resumed_ = false;
    any_frame_ = true;
    last_samples_ = static_cast<std::uint32_t>(samples);
    next_start_ += DurationOf(samples);
    return static_cast<std::uint32_t>(ticks);
  }
  /// The next frame is the first after silence.
  void Resume() noexcept { resumed_ = true; }
  /// Whether a frame that starts at `start` would come where something was sent already.
  [[nodiscard]] bool IsTaken(Instant start) const noexcept {
    return any_frame_ && start + kTickTolerance < next_start_;
  }

  void Save(FieldWriter& out) const noexcept {
    out.Time(kNextStart, any_frame_ ? std::optional(next_start_) : std::nullopt);
    out.Number(kLastSamples, last_samples_);
    out.Number(kResumed, resumed_);
  }
  /// Of a fresh time line, which is of no use when `in` has a fault.
  void Restore(FieldReader& in) noexcept {
    const auto next_start = in.MaybeTime(kNextStart);
    any_frame_ = next_start.has_value();
    next_start_ = next_start.value_or(Instant{});
    last_samples_ = in.NumberIn<std::uint32_t>(kLastSamples, 0, opus::kMaxPacketSamples);
    resumed_ = in.Number<bool>(kResumed);
  }

 private:
  static constexpr Field kNextStart{1, "next start"};
  static constexpr Field kLastSamples{2, "last samples"};
  static constexpr Field kResumed{3, "resumed"};
  /// In the middle of speech a gap of this much in the ticks shows in the timestamps; less is a late wake-up.
  static constexpr Duration kStall = std::chrono::milliseconds(100);
  /// A tick may come this much early against the one that the time line was anchored at.
  static constexpr Duration kTickTolerance = std::chrono::milliseconds(5);

  Instant next_start_{};
  std::uint32_t last_samples_ = 0;
  bool any_frame_ = false;
  bool resumed_ = false;
};

}  // namespace sdkpp::session
