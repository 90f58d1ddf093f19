#pragma once

#include <array>
#include <cstddef>

#include "core/base/field.h"

namespace sdkpp::jitter {

/// Learns how late packets come, as a decaying histogram of their transit (arrival minus RTP time, both on
/// any fixed scale) at 5 ms resolution, and says which transit a playout should allow for. All values in
/// milliseconds. No call takes more than a fixed number of steps.
///
/// A packet that is out of reach of the histogram moves the time line at once. A move to later is on trial:
/// the backlog of an outage looks the same at first, and brings the line back as it drains, with nothing
/// learned from it. The move is confirmed by ten packets in a row that do not drain.
class DelayEstimator {
 public:
  static constexpr double kBinMs = 5.0;
  static constexpr std::size_t kBins = 160;
  static constexpr double kStartTargetMs = 50.0;
  static constexpr double kMinTargetMs = 20.0;
  static constexpr double kMaxTargetMs = 200.0;
  /// Packets this much later than the fastest ones belong to another time line.
  static constexpr double kReachMs = 400.0;

  /// One packet. `newest` says that no later one came before it; only such packets can move the whole time
  /// line (a sender that jumps). media thread
  void Add(double transit, bool newest) noexcept;

  /// Speech starts again at `transit`: when that is far too late for the time line, the sender's clock may
  /// have stood still, and the time line moves there on trial. media thread
  void StartSpeech(double transit) noexcept;

  /// No packet came for `ms`: what was learned before counts for less. media thread
  void Age(double ms) noexcept;

  /// The stream started over, on another scale: its fastest packets are now at `transit`. media thread
  void MoveTo(double transit) noexcept;

  /// Transit that playout should allow for.
  [[nodiscard]] double playout() const noexcept { return playout_; }
  /// Transit of the fastest packets.
  [[nodiscard]] double fastest() const noexcept { return fastest_; }
  /// Transit of the usual packet.
  [[nodiscard]] double usual() const noexcept { return usual_; }
  /// playout() - fastest(), in [20, 200] unless the floor asks for more.
  [[nodiscard]] double target() const noexcept { return playout_ - fastest_; }

  /// Least way from usual() to playout(), 0 to 200.
  void SetFloor(double floor) noexcept;

  [[nodiscard]] bool empty() const noexcept { return count_ == 0; }

  void Save(FieldWriter& out) const noexcept;
  /// How packets spread is known then, and where the time line lies but for the time that passed since
  /// Save(): it follows the fastest of the next packets, from which nothing is learned.
  void Restore(FieldReader& in) noexcept;

 private:
  struct Fields;

  struct Bin {
    float weight = 0;
    float offset = 0;  ///< weighted sum of the places inside the bin
  };

  void Start(double transit) noexcept;
  void Move(double by) noexcept;
  void Follow(double transit) noexcept;
  void Raise(double transit) noexcept;
  void Settle(double transit) noexcept;
  void Fit(double transit) noexcept;
  void ShiftBins(std::ptrdiff_t by) noexcept;
  void Learn(double transit) noexcept;
  void Forget(float share) noexcept;
  void Evaluate() noexcept;
  [[nodiscard]] double Quantile(double share) const noexcept;
  [[nodiscard]] double LateLimit() const noexcept;
  [[nodiscard]] double LateAt(double place) const noexcept;
  /// Transits below this are of another, earlier time line.
  [[nodiscard]] double EarliestInReach() const noexcept;

  std::array<Bin, kBins> bins_{};
  std::size_t first_ = 0;  ///< bins outside of [first_, end_) are empty
  std::size_t end_ = 0;
  double total_ = 0;       ///< weight of all bins
  double origin_ = 0;      ///< transit at the start of bin 0
  std::size_t count_ = 0;  ///< packets learned since the start
  double memory_ = 0;      ///< packets that still count
  double floor_ = 0;
  double playout_ = 0;
  double fastest_ = 0;
  double usual_ = 0;

  double raised_ = 0;  ///< how far the line is moved to later, on trial
  double low_ = 0;     ///< least transit since then
  double mark_ = 0;    ///< low_ when calm_ was last 0
  int calm_ = 0;       ///< newest packets in a row that did not drain

  int placing_ = 0;  ///< packets that still say where the time line lies
};

}  // namespace sdkpp::jitter
