#pragma once

#include <cstddef>

namespace sdkpp::jitter {

/// Decides whether playout should move by whole ticks. Slowly, so that a target that wavers does not make
/// playout swing.
class PlayoutPace {
 public:
  /// Once per pull: how many milliseconds later than necessary the next block is loaded. media thread
  void Update(double excess) noexcept;
  /// Whether a wanted stretch fitted the sound.
  void Note(bool stretched) noexcept { unwilling_ = stretched ? 0 : unwilling_ + 1; }
  void Reset() noexcept { *this = PlayoutPace(); }

  /// Lengthening until a later tick is reached.
  [[nodiscard]] bool raising() const noexcept { return raising_; }
  /// Shortening until an earlier tick is reached.
  [[nodiscard]] bool lowering() const noexcept { return lowering_; }
  /// How alike two periods must be for a stretch. High at first; a sound without any pitch must be cut in the
  /// end, and a large delay sooner.
  [[nodiscard]] float Strictness(double excess) const noexcept;
  /// The shortest period worth cutting when `limit` samples may go: behind a backlog half of that, so that it
  /// is gone in time whatever the pitch is.
  [[nodiscard]] static std::size_t LeastPeriod(double excess, std::size_t limit) noexcept;

 private:
  bool raising_ = false;
  bool lowering_ = false;
  int early_pulls_ = 0;  ///< in a row with playout too early for the target
  int late_pulls_ = 0;
  int unwilling_ = 0;  ///< pulls since stretching was first wanted and nothing fit
};

}  // namespace sdkpp::jitter
