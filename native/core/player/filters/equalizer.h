#pragma once

#include <array>
#include <cstddef>

#include "core/base/audio_format.h"

namespace sdkpp::player::filters {

/// Raises and lowers fifteen bands, two thirds of an octave each. Each band is filtered out of the sound and
/// added to it: H = 1 + 4 * sum(gain * band). A band is 1 at its centre, and 3 dB less a third of an octave
/// below.
class Equalizer {
 public:
  static constexpr std::size_t kBands = 15;
  /// Hertz.
  static constexpr std::array<double, kBands> kCentres{25,   40,   63,   100,  160,  250,   400,  630,
                                                       1000, 1600, 2500, 4000, 6300, 10000, 16000};

  struct Settings {
    /// -0.25 to 1: -0.25 mutes a band, 0 leaves it, 0.25 doubles it.
    std::array<double, kBands> gains{};
    [[nodiscard]] bool changes_sound() const noexcept { return gains != std::array<double, kBands>{}; }
  };

  explicit Equalizer(const Settings& settings) noexcept;
  void Apply(SoundBlock& sound) noexcept;

 private:
  /// y = in * (x - x2) + back * y1 - further * y2
  struct Band {
    double gain;  ///< times 4
    double in;
    double back;
    double further;
  };
  /// Of one channel.
  struct History {
    double x1 = 0;
    double x2 = 0;
    std::array<double, kBands> y1{};
    std::array<double, kBands> y2{};
  };

  [[nodiscard]] double Next(double sample, History& history) const noexcept;
  static void Fade(History& history) noexcept;

  std::array<Band, kBands> bands_{};  ///< those that change the sound come first
  std::size_t count_ = 0;
  std::array<History, kChannels> histories_{};
};

}  // namespace sdkpp::player::filters
