#pragma once

namespace sdkpp::audio {

/// How much faster than its nominal rate a buffer between two clocks is emptied, so that it neither runs dry
/// nor over: a PI controller whose loop takes some 20 s. Its steps are far below what an ear notices as
/// pitch.
///
/// Where the buffer is in its first second is its place: how callbacks come makes that another one than the
/// target. To pull it there would move all sound for a minute, and an echo canceller has to follow every
/// move.
class DriftControl {
 public:
  /// How far from the target that place may be, seconds.
  static constexpr double kMostBelow = 0.005;
  static constexpr double kMostAbove = 0.1;
  /// The most it corrects, of 1: clocks differ by 300 ppm at most, and the rest returns the buffer to its
  /// place.
  static constexpr double kMost = 0.002;

  /// One reading of the buffer: `error` is what it holds beyond its target, `elapsed` the time since the
  /// reading before, both in seconds. Gives the correction, 0 for none.
  double Update(double error, double elapsed) noexcept;
  [[nodiscard]] double correction() const noexcept { return correction_; }
  /// The buffer started anew; what was learned of the clocks stays.
  void Restart() noexcept;

 private:
  bool Settle(double error, double elapsed) noexcept;

  double settled_ = 0;  ///< seconds since the start
  double sum_ = 0;      ///< of errors meanwhile
  double place_ = 0;
  double smooth_ = 0;
  double learned_ = 0;  ///< the drift itself
  double correction_ = 0;
};

}  // namespace sdkpp::audio
