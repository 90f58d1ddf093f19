#pragma once

#include <array>
#include <cstddef>
#include <span>

namespace sdkpp::turns {

/// The period of a voice, by autocorrelation at 4 kHz over the last 40 ms.
class PitchTracker {
 public:
  static constexpr std::size_t kFrameSamples = 160;  ///< 10 ms at 16 kHz
  static constexpr float kLowestHz = 60.0F;
  static constexpr float kHighestHz = 400.0F;

  /// media thread
  void Process(std::span<const float, kFrameSamples> frame) noexcept;
  /// Drops what was heard. media thread
  void Reset() noexcept;

  /// How alike two periods are, 0 to 1.
  [[nodiscard]] float clarity() const noexcept { return clarity_; }
  /// 0 when nothing repeats clearly.
  [[nodiscard]] float pitch_hz() const noexcept { return pitch_hz_; }

 private:
  static constexpr std::size_t kShare = 4;  ///< samples of 16 kHz for one here
  static constexpr std::size_t kStep = kFrameSamples / kShare;
  static constexpr std::size_t kWindow = 160;
  static constexpr std::size_t kShortest = 10;  ///< lags: 400 Hz
  static constexpr std::size_t kLongest = 67;   ///< 60 Hz
  static constexpr std::size_t kLags = kLongest + 2;

  using Line = std::array<float, kWindow + kLags>;
  using Lags = std::array<float, kLags>;

  void Feed(std::span<const float, kFrameSamples> frame) noexcept;
  [[nodiscard]] Lags Likeness() const noexcept;
  void Choose(const Lags& likeness) noexcept;

  float tail_ = 0.0F;    ///< what the last samples add to the next mean
  float before_ = 0.0F;  ///< the last mean
  Line line_{};
  float clarity_ = 0.0F;
  float pitch_hz_ = 0.0F;
};

}  // namespace sdkpp::turns
