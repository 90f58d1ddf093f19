#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <vector>

namespace sdkpp::turns {

/// 48 kHz to a third or a half of it, mono, by the windowed sinc of the resamplers
/// (audio/sinc_table.h): about 80 dB of what would alias is gone.
class Decimator {
 public:
  /// `factor` is 2 or 3. Allocates.
  explicit Decimator(std::size_t factor);

  /// `in` is a multiple of `factor` long, at most kMost, and `out` that part of it. media thread
  void Process(std::span<const float> in, std::span<float> out) noexcept;
  /// Drops what is under the window. media thread
  void Reset() noexcept;

  static constexpr std::size_t kMost = 960;

 private:
  std::size_t factor_;
  std::vector<float> weights_;
  std::size_t taps_;
  std::unique_ptr<float[]> line_;  ///< the last inputs under the window, then the new ones
};

}  // namespace sdkpp::turns
