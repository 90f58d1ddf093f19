#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "core/base/audio_format.h"
#include "core/base/field.h"

namespace sdkpp::jitter {

/// How loud made-up sound is: five frames, each quieter than the one before, then silence; and the short fade
/// with which real sound comes back.
class ConcealmentFade {
 public:
  /// Samples in a row, per channel, after which made-up sound is silence.
  static constexpr std::size_t kMaxMadeUp = 5 * kBlockSamples;

  /// Fades made-up samples, interleaved. media thread
  void Apply(std::span<float> made_up) noexcept;
  /// Real sound is back. media thread
  void BackIn(std::span<float> real) noexcept;
  void Reset() noexcept;
  /// Some sound is left out: what follows fades in.
  void Cut() noexcept { gain_ = 0; }

  /// Whether concealment is inaudible by now.
  [[nodiscard]] bool spent() const noexcept { return run_ >= kMaxMadeUp; }

  void Save(FieldWriter& out) const noexcept;
  void Restore(FieldReader& in) noexcept;

 private:
  struct Fields;

  std::size_t run_ = 0;  ///< samples made up in a row, per channel
  float gain_ = 1;
};

}  // namespace sdkpp::jitter
