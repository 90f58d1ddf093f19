#pragma once

namespace sdkpp::audio {

/// How much faster than its nominal rate a buffer between two clocks is emptied, so that it neither runs dry
/// nor over: a PI controller whose loop takes some 20 s. Its steps are far below what an ear notices as
/// pitch.
class DriftControl {
 public:
  /// The most it corrects, of 1: clocks differ by 300 ppm at most, and the rest returns the buffer to its
  /// place.
  static constexpr double kMost = 0.002;

  /// One reading of the buffer: `error` is what it holds beyond its target, `elapsed` the time since the
  /// reading before, both in seconds. Gives the correction, 0 for none.
  double Update(double error, double elapsed) noexcept;
  [[nodiscard]] double correction() const noexcept { return correction_; }
  /// The buffer started anew; what was learned of the clocks stays.
  void Restart() noexcept { smooth_ = 0; }

 private:
  double smooth_ = 0;
  double learned_ = 0;  ///< the drift itself
  double correction_ = 0;
};

}  // namespace sdkpp::audio
