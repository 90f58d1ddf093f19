#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

#include "core/opus/opus_owner.h"

namespace sdkpp::opus {

/// Opus to 48 kHz interleaved stereo, or to 16 kHz mono, ±1 at full scale; mono packets are upmixed, and
/// stereo ones downmixed. A sender can make values of any size. Counts are samples per channel.
class Decoder {
 public:
  /// nullopt when out of memory.
  [[nodiscard]] static std::optional<Decoder> Create();
  /// One to 16 kHz mono.
  [[nodiscard]] static std::optional<Decoder> CreateNarrow();

  /// Decodes an untrusted packet into `out`, room for 120 ms: 2 x 5760 values, or 1920. 0 when it is
  /// malformed. media thread
  [[nodiscard]] std::size_t Decode(std::span<const std::uint8_t> packet, std::span<float> out) noexcept;

  /// Recovers the last `samples` (a multiple of 120) before `following` from its FEC data. media thread
  [[nodiscard]] std::size_t Recover(std::span<const std::uint8_t> following, std::size_t samples,
                                    std::span<float> out) noexcept;

  /// Continues the sound for `samples` (a multiple of 120, at most 5760). media thread
  [[nodiscard]] std::size_t Conceal(std::size_t samples, std::span<float> out) noexcept;

  /// Resets all state. media thread
  void Reset() noexcept;

 private:
  struct Format {
    int rate = 0;
    int channels = 0;
  };

  Decoder(OpusDecoderPtr state, Format format) noexcept;
  [[nodiscard]] static std::optional<Decoder> Create(Format format);
  /// Of `samples`, as many as `out` has room for and a packet can have.
  [[nodiscard]] int Fit(std::size_t samples, std::span<float> out) const noexcept;

  OpusDecoderPtr state_;
  Format format_;
};

}  // namespace sdkpp::opus
