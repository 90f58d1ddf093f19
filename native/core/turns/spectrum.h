#pragma once

#include <array>
#include <cstddef>
#include <memory>
#include <span>

namespace sdkpp::turns {

/// Energies of the bands of the last 20 ms of sound at 16 kHz. Only construction allocates.
class Spectrum {
 public:
  static constexpr std::size_t kFrameSamples = 160;
  static constexpr std::size_t kWindow = 320;
  static constexpr std::size_t kPoints = 512;
  static constexpr std::size_t kBins = kPoints / 2;
  /// Bands of equal width to the ear, from 80 to 7,600 Hz.
  static constexpr std::size_t kBands = 18;

  Spectrum();

  /// The next 10 ms. media thread
  void Process(std::span<const float, kFrameSamples> frame) noexcept;
  /// The next 10 ms are silent, and so are the 10 ms before. media thread
  void Reset() noexcept;

  /// Mean power of each band in dBFS, at least -120.
  [[nodiscard]] const std::array<float, kBands>& bands() const noexcept { return bands_; }
  /// How far the spectrum between 300 and 4,000 Hz is from flat, in dB: 0 for an impulse, some 5 for white
  /// noise, over 10 for vowels.
  [[nodiscard]] float peakiness() const noexcept { return peakiness_; }

 private:
  struct Tables;

  void MeasureBands(std::span<const float, kBins> power) noexcept;
  void MeasurePeakiness(std::span<const float, kBins> power) noexcept;

  std::shared_ptr<const Tables> tables_;
  std::array<float, kWindow> window_{};
  std::array<float, kBands> bands_{};
  float peakiness_ = 0.0F;
};

}  // namespace sdkpp::turns
