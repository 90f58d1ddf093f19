#pragma once

#include <array>
#include <cstddef>

#include "core/base/audio_format.h"
#include "core/player/filters/oscillator.h"

namespace sdkpp::player::filters {

/// Moves the pitch up and down: the sound is read from a delay line whose length changes, between samples by
/// a curve through four of them.
class Vibrato {
 public:
  struct Settings {
    double frequency = 2;  ///< Hz, above 0, to 14
    double depth = 0.5;    ///< above 0, to 1
    [[nodiscard]] bool changes_sound() const noexcept { return depth != 0; }
  };
  /// Samples per channel of the shortest delay: the curve looks at one sample that is newer.
  static constexpr double kShortest = 3;
  /// By how many samples per channel the delay moves at most (2 ms).
  static constexpr double kSweep = 96;

  explicit Vibrato(const Settings& settings) noexcept
      : oscillator_(settings.frequency), sweep_(settings.depth * kSweep) {}
  void Apply(SoundBlock& sound) noexcept;

 private:
  /// Frames of the line; a power of two, above the longest delay and what the curve needs.
  static constexpr std::size_t kFrames = 128;

  [[nodiscard]] float Read(double delay, std::size_t channel) const noexcept;

  Oscillator oscillator_;
  double sweep_;
  std::size_t newest_ = 0;
  std::array<std::array<float, kFrames>, kChannels> line_{};
};

}  // namespace sdkpp::player::filters
