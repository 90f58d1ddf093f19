#pragma once

#include <algorithm>
#include <cmath>
#include <complex>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <numbers>
#include <random>
#include <utility>
#include <vector>

#include "core/base/audio_format.h"
#include "support/allocation_guard.h"

namespace sdkpp::test {

/// Sound of one side, a value per sample.
using Side = std::vector<double>;

struct Sides {
  Side left;
  Side right;
};

/// The value of both sides at a sample.
using Signal = std::function<std::pair<double, double>(std::size_t)>;

inline constexpr double kTurn = 2 * std::numbers::pi / kSampleRate;

inline Signal Sine(double hertz, double amplitude = 0.25) {
  return [=](std::size_t at) {
    const double value = amplitude * std::sin(kTurn * hertz * static_cast<double>(at));
    return std::pair(value, value);
  };
}

inline Signal Constant(double left, double right) {
  return [=](std::size_t) { return std::pair(left, right); };
}

/// Noise of a fixed seed, `loud` at most.
inline Signal Noise(double loud) {
  return [loud, random = std::mt19937(7)](std::size_t) mutable {
    std::uniform_real_distribution<double> values(-loud, loud);
    const double left = values(random);
    return std::pair(left, values(random));
  };
}

/// What a filter makes of a signal, in blocks; it may not allocate.
template <class Filter>
Sides Filtered(Filter& filter, Signal signal, int blocks) {
  Sides heard;
  SoundBlock block;
  for (std::size_t at = 0; at < static_cast<std::size_t>(blocks) * kBlockSamples;) {
    for (std::size_t frame = 0; frame < kBlockSamples; ++frame, ++at) {
      const auto [left, right] = signal(at);
      block[2 * frame] = static_cast<float>(left);
      block[2 * frame + 1] = static_cast<float>(right);
    }
    {
      const AllocationGuard guard;
      (void)filter.Apply(block);
      if (guard.count() > 0) return {};
    }
    for (std::size_t frame = 0; frame < kBlockSamples; ++frame) {
      heard.left.push_back(block[2 * frame]);
      heard.right.push_back(block[2 * frame + 1]);
    }
  }
  return heard;
}

/// The sine of a frequency in the last `count` samples: its size is the amplitude.
inline std::complex<double> Component(const Side& side, double hertz, std::size_t count) {
  std::complex<double> sum;
  for (std::size_t at = side.size() - count; at < side.size(); ++at)
    sum += side[at] * std::polar(1.0, -kTurn * hertz * static_cast<double>(at));
  return 2.0 * sum / static_cast<double>(count);
}

inline double Largest(const Side& side) {
  double largest = 0;
  for (const double value : side) largest = std::max(largest, std::abs(value));
  return largest;
}

}  // namespace sdkpp::test
