#pragma once

#include <array>
#include <complex>
#include <cstddef>
#include <span>

namespace sdkpp::turns {

/// The power spectrum of 512 real values by a transform of 256 complex ones.
class Fourier {
 public:
  static constexpr std::size_t kPoints = 512;
  static constexpr std::size_t kHalf = kPoints / 2;

  /// Computes the tables; does not allocate.
  Fourier() noexcept;

  /// `values` and the power of each bin from 0 Hz to below the Nyquist frequency. media thread
  void Power(std::span<const float, kPoints> values, std::span<float, kHalf> power) const noexcept;

 private:
  using Line = std::array<std::complex<float>, kHalf>;

  void Transform(Line& line) const noexcept;

  std::array<std::complex<float>, kHalf / 2> roots_{};  ///< of the transform of 256
  Line halves_{};                                       ///< roots that join even and odd values
  std::array<std::size_t, kHalf> reversed_{};
};

}  // namespace sdkpp::turns
