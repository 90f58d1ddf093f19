#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

#include "core/opus/opus_owner.h"

namespace sdkpp::opus {

/// Opus to 48 kHz interleaved stereo, ±1 at full scale; mono packets are upmixed. A sender can make values of
/// any size. Counts are samples per channel.
class Decoder {
 public:
  /// nullopt when out of memory.
  [[nodiscard]] static std::optional<Decoder> Create();

  /// Decodes an untrusted packet into `out`, at least 2 x 5760 values. 0 when it is malformed. media thread
  [[nodiscard]] std::size_t Decode(std::span<const std::uint8_t> packet, std::span<float> out) noexcept;

  /// Recovers the last `samples` (a multiple of 120) before `following` from its FEC data. media thread
  [[nodiscard]] std::size_t Recover(std::span<const std::uint8_t> following, std::size_t samples,
                                    std::span<float> out) noexcept;

  /// Continues the sound for `samples` (a multiple of 120, at most 5760). media thread
  [[nodiscard]] std::size_t Conceal(std::size_t samples, std::span<float> out) noexcept;

  /// Resets all state. media thread
  void Reset() noexcept;

 private:
  explicit Decoder(OpusDecoderPtr state) noexcept;

  OpusDecoderPtr state_;
};

}  // namespace sdkpp::opus
