#pragma once

#include <array>
#include <cstddef>

#include "core/turns/spectrum.h"

namespace sdkpp::turns {

/// The noise behind a speaker, per band: the least energy of the last 1.2 s. It falls at once, and rises
/// when a noise has been there for that long; no sentence lasts so long without a gap in a band.
class NoiseFloor {
 public:
  using Bands = std::array<float, Spectrum::kBands>;

  /// Energies of a frame, in dBFS. media thread
  void Process(const Bands& bands) noexcept;
  /// The floor of each band, in dBFS.
  [[nodiscard]] const Bands& bands() const noexcept { return floor_; }

 private:
  static constexpr std::size_t kParts = 8;
  static constexpr int kPartFrames = 15;  ///< 150 ms

  void Begin(const Bands& bands) noexcept;

  bool begun_ = false;
  Bands smooth_{};
  Bands floor_{};
  std::array<Bands, kParts> least_{};  ///< of each part of the last 1.2 s
  std::size_t part_ = 0;
  int frames_ = 0;
};

}  // namespace sdkpp::turns
