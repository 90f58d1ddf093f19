#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "core/audio/sinc_table.h"
#include "core/base/field.h"

namespace sdkpp::audio {

/// Interleaved stereo from any rate of 8 to 192 kHz to 48 kHz by a windowed sinc.
class Resampler {
 public:
  static constexpr int kMinRate = 8'000;
  static constexpr int kMaxRate = 192'000;

  /// `rate` in [kMinRate, kMaxRate]; other rates are clamped. Allocates.
  explicit Resampler(int rate);

  /// Converts as much as fits. Returns samples per channel taken from `in` and written to `out`; both counts
  /// are 0 only when `in` or `out` is empty.
  struct Progress {
    std::size_t taken;
    std::size_t written;
  };
  [[nodiscard]] Progress Process(std::span<const std::int16_t> in, std::span<std::int16_t> out) noexcept;

  /// Samples per channel of input that are still inside; follow the last input by as much silence to get them
  /// out.
  [[nodiscard]] std::size_t delay() const noexcept { return passthrough_ ? 0 : table_.taps() / 2; }

  /// Drops all input.
  void Reset() noexcept;

  [[nodiscard]] int rate() const noexcept { return rate_; }

  /// The input that is still inside, and where between two inputs the next output is.
  void Save(FieldWriter& out) const noexcept;
  /// Of a fresh resampler of the same rate, which is of no use when `in` has a fault.
  void Restore(FieldReader& in) noexcept;

 private:
  struct Fields;

  int rate_;
  bool passthrough_;
  SincTable table_;
  SincHistory history_;
  std::uint64_t phase_ = 0;  ///< place of the next output between inputs, in 1/48000 of an input
};

}  // namespace sdkpp::audio
