#pragma once

#include <cstdint>

#include "core/rtp/replay_window.h"

namespace sdkpp::rtp {

/// Replay window over the 32-bit AEAD counter of one session, in serial arithmetic: a foreign counter may
/// start anywhere and wrap. A sender that writes its counter in another byte order would trip it, so it
/// decides once, from the first 32 packets, whether it rejects copies or only counts them.
class CounterWindow {
 public:
  /// True when a packet with this counter must be dropped.
  [[nodiscard]] bool Rejects(std::uint32_t counter) const noexcept {
    return mode_ == Mode::kRefusing && window_.Check(Extend(counter)) != ReplayWindow::Verdict::kFresh;
  }

  /// Records the counter of an authenticated packet.
  void Accept(std::uint32_t counter) noexcept {
    const std::int64_t extended = Extend(counter);
    if (started_ && mode_ == Mode::kDeciding) Decide(static_cast<std::int32_t>(counter - previous_) > 0);
    window_.Mark(extended);
    if (!started_ || extended > highest_) highest_ = extended;
    started_ = true;
    previous_ = counter;
  }

  void Save(FieldWriter& out) const noexcept {
    out.Number(kMode, mode_);
    out.Number(kPrevious, previous_);
    out.Number(kRising, rising_);
    out.Number(kCounted, counted_);
    out.Part(kWindow, window_);
  }
  /// Of a fresh window, which is of no use when `in` has a fault.
  void Restore(FieldReader& in) noexcept {
    mode_ = in.Enumerator(kMode, Mode::kCounting);
    previous_ = in.Number<std::uint32_t>(kPrevious);
    counted_ = in.Number<int>(kCounted);
    if (counted_ < 0 || counted_ >= kDecidingPackets) in.Refuse(kCounted);
    rising_ = in.Number<int>(kRising);
    if (rising_ < 0 || rising_ > counted_) in.Refuse(kRising);
    in.Part(kWindow, window_);
    started_ = window_.newest().has_value();
    highest_ = window_.newest().value_or(0);
  }

 private:
  enum class Mode : std::uint8_t { kDeciding, kRefusing, kCounting };
  static constexpr Field kMode{1, "mode"};
  static constexpr Field kPrevious{2, "previous"};
  static constexpr Field kRising{3, "rising"};
  static constexpr Field kCounted{4, "counted"};
  static constexpr Field kWindow{5, "window"};
  static constexpr int kDecidingPackets = 32;

  [[nodiscard]] std::int64_t Extend(std::uint32_t counter) const noexcept {
    if (!started_) return counter;
    return highest_ + static_cast<std::int32_t>(counter - static_cast<std::uint32_t>(highest_));
  }

  void Decide(bool rising) noexcept {
    rising_ += rising ? 1 : 0;
    if (++counted_ < kDecidingPackets - 1) return;
    mode_ = rising_ * 2 >= counted_ ? Mode::kRefusing : Mode::kCounting;
  }

  ReplayWindow window_;
  std::int64_t highest_ = 0;  ///< that of the window
  std::uint32_t previous_ = 0;
  int rising_ = 0;
  int counted_ = 0;
  bool started_ = false;
  Mode mode_ = Mode::kDeciding;
};

}  // namespace sdkpp::rtp
