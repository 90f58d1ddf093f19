#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include "core/turns/fourier.h"

namespace sdkpp::turns {

/// Of speech at 16 kHz, where loudspeakers and microphones agree best: 156 to 3,500 Hz.
inline constexpr std::size_t kEchoFirstBin = 5;
inline constexpr std::size_t kEchoBins = 108;
/// From one spectrum to the next, in samples of 16 kHz: a tick.
inline constexpr std::size_t kEchoHop = 320;
/// Samples under a spectrum.
inline constexpr std::size_t kEchoWindow = Fourier::kPoints;

/// A short-time spectrum, real and imaginary parts apart so that loops over it are simple.
struct EchoBins {
  std::array<float, kEchoBins> re{};
  std::array<float, kEchoBins> im{};
};

/// Makes spectra by a Hann window.
class EchoSpectrum {
 public:
  EchoSpectrum() noexcept;

  /// media thread
  void Compute(std::span<const float, kEchoWindow> samples, EchoBins& bins) const noexcept;
  /// Where the signal that has these bins is strongest, in samples from -256 to 254, to two samples. media
  /// thread
  [[nodiscard]] std::int64_t PeakOf(const EchoBins& bins) const noexcept;

 private:
  Fourier fourier_;
  std::array<float, kEchoWindow> window_{};
};

/// Divides each bin by its magnitude: what is left are phases, which a room and a loudspeaker's colour change
/// least.
void Whiten(EchoBins& bins) noexcept;

}  // namespace sdkpp::turns
