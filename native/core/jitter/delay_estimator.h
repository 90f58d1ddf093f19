#pragma once

#include <array>
#include <cstddef>

namespace sdkpp::jitter {

/// Learns how late packets come, as a forgetting histogram of their transit (arrival minus RTP time, both on
/// any fixed scale) at 5 ms resolution, and says which transit a playout should allow for. All values in
/// milliseconds.
class DelayEstimator {
 public:
  static constexpr double kBinMs = 5.0;
  static constexpr std::size_t kBins = 160;
  static constexpr double kStartTargetMs = 50.0;
  static constexpr double kMinTargetMs = 20.0;
  static constexpr double kMaxTargetMs = 200.0;

  /// One packet. `newest` says that no later one came before it; only such packets can move the whole time
  /// line (a sender that jumps). media thread
  void Add(double transit, bool newest) noexcept;

  /// Speech starts again at `transit`: when that is far too late for the time line, the sender's clock stood
  /// still, and the time line moves there. media thread
  void StartSpeech(double transit) noexcept;

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

 private:
  struct Bin {
    float weight = 0;
    float offset = 0;  ///< weighted sum of the places inside the bin
  };

  void Start(double transit) noexcept;
  void Move(double by) noexcept;
  void Fit(double transit) noexcept;
  void ShiftBins(std::ptrdiff_t by) noexcept;
  void Learn(double transit) noexcept;
  void Evaluate() noexcept;
  [[nodiscard]] double Quantile(double share) const noexcept;
  [[nodiscard]] double LateLimit() const noexcept;
  [[nodiscard]] double LateAt(double place, std::size_t end) const noexcept;
  [[nodiscard]] bool IsOutOfRange(double transit) const noexcept;

  std::array<Bin, kBins> bins_{};
  double origin_ = 0;  ///< transit at the start of bin 0
  std::size_t count_ = 0;
  double floor_ = 0;
  double playout_ = 0;
  double fastest_ = 0;
  double usual_ = 0;
};

}  // namespace sdkpp::jitter
