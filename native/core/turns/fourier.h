#pragma once

#include <array>
#include <complex>
#include <cstddef>
#include <span>

namespace sdkpp::turns {

/// Spectra of 512 real values by a transform of 256 complex ones.
class Fourier {
 public:
  static constexpr std::size_t kPoints = 512;
  static constexpr std::size_t kHalf = kPoints / 2;

  using Line = std::array<std::complex<float>, kHalf>;

  /// Computes the tables; does not allocate.
  Fourier() noexcept;

  /// `values` and the power of each bin from 0 Hz to below the Nyquist frequency. media thread
  void Power(std::span<const float, kPoints> values, std::span<float, kHalf> power) const noexcept;
  /// The same bins with their phases. media thread
  void Spectrum(std::span<const float, kPoints> values, Line& bins) const noexcept;
  /// The power of the envelope of a signal that has these bins, and none below 0 Hz: at every second of its
  /// 512 places. media thread
  void Envelope(const Line& bins, std::span<float, kHalf> power) const noexcept;

 private:
  void Transform(Line& line) const noexcept;

  std::array<std::complex<float>, kHalf / 2> roots_{};  ///< of the transform of 256
  Line halves_{};                                       ///< roots that join even and odd values
  std::array<std::size_t, kHalf> reversed_{};
};

}  // namespace sdkpp::turns
