#include "core/turns/fourier.h"

#include <cmath>
#include <numbers>
#include <utility>

namespace sdkpp::turns {
namespace {

using Complex = std::complex<float>;

Complex Root(std::size_t at, std::size_t of) noexcept {
  const double angle = -2.0 * std::numbers::pi * static_cast<double>(at) / static_cast<double>(of);
  return {static_cast<float>(std::cos(angle)), static_cast<float>(std::sin(angle))};
}

/// Without the checks for infinities that `std::complex` makes.
Complex Product(Complex a, Complex b) noexcept {
  return {a.real() * b.real() - a.imag() * b.imag(), a.real() * b.imag() + a.imag() * b.real()};
}

}  // namespace

Fourier::Fourier() noexcept {
  for (std::size_t at = 0; at < roots_.size(); ++at) roots_[at] = Root(at, kHalf);
  for (std::size_t at = 0; at < kHalf; ++at) {
    halves_[at] = Root(at, kPoints);
    for (std::size_t bit = 1; bit < kHalf; bit *= 2) {
      reversed_[at] = reversed_[at] * 2 + ((at & bit) != 0 ? 1 : 0);
    }
  }
}

void Fourier::Transform(Line& line) const noexcept {
  for (std::size_t size = 2; size <= kHalf; size *= 2) {
    const std::size_t stride = kHalf / size;
    for (std::size_t from = 0; from < kHalf; from += size) {
      for (std::size_t at = 0; at < size / 2; ++at) {
        const Complex even = line[from + at];
        const Complex odd = Product(line[from + at + size / 2], roots_[at * stride]);
        line[from + at] = even + odd;
        line[from + at + size / 2] = even - odd;
      }
    }
  }
}

void Fourier::Spectrum(std::span<const float, kPoints> values, Line& bins) const noexcept {
  Line line;
  for (std::size_t at = 0; at < kHalf; ++at) line[reversed_[at]] = {values[2 * at], values[2 * at + 1]};
  Transform(line);
  for (std::size_t at = 0; at < kHalf; ++at) {
    const Complex here = line[at];
    const Complex there = std::conj(line[(kHalf - at) % kHalf]);
    const Complex even = (here + there) * 0.5F;
    const Complex difference = (here - there) * 0.5F;
    const Complex odd{difference.imag(), -difference.real()};
    bins[at] = even + Product(odd, halves_[at]);
  }
}

void Fourier::Power(std::span<const float, kPoints> values, std::span<float, kHalf> power) const noexcept {
  Line bins;
  Spectrum(values, bins);
  for (std::size_t at = 0; at < kHalf; ++at) power[at] = std::norm(bins[at]);
}

/// The transform runs backwards in time, by the conjugates.
void Fourier::Envelope(const Line& bins, std::span<float, kHalf> power) const noexcept {
  Line line;
  for (std::size_t at = 0; at < kHalf; ++at) line[reversed_[at]] = std::conj(bins[at]);
  Transform(line);
  for (std::size_t at = 0; at < kHalf; ++at) power[at] = std::norm(line[at]);
}

}  // namespace sdkpp::turns
