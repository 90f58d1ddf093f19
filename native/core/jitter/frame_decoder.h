#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace sdkpp::jitter {

/// A jitter buffer's interface to a codec: 48 kHz interleaved stereo out, ±1 at full scale, all counts in
/// samples per channel. Calls come in stream order: each makes the samples that follow those of the call
/// before. None may allocate.
class FrameDecoder {
 public:
  virtual ~FrameDecoder() = default;

  /// Length of a payload, at most 5760; 0 when it is malformed. Keeps no state.
  [[nodiscard]] virtual std::size_t Samples(std::span<const std::uint8_t> payload) const noexcept = 0;

  /// Whether the payload only says "end of speech". Keeps no state.
  [[nodiscard]] virtual bool IsSilence(std::span<const std::uint8_t> payload) const noexcept = 0;

  /// Whether the payload also carries a copy of the frame before it (FEC). Keeps no state.
  [[nodiscard]] virtual bool HasRecovery(std::span<const std::uint8_t> payload) const noexcept = 0;

  /// Decodes into `out`, which holds twice as many values as the payload has samples. Returns the samples
  /// made; 0 when decoding failed.
  [[nodiscard]] virtual std::size_t Decode(std::span<const std::uint8_t> payload,
                                           std::span<float> out) noexcept = 0;

  /// Makes `samples` (a multiple of 120, at most 5760) of the lost frame that stood before `following`.
  [[nodiscard]] virtual std::size_t Recover(std::span<const std::uint8_t> following, std::size_t samples,
                                            std::span<float> out) noexcept = 0;

  /// Makes up `samples` (a multiple of 120, at most 5760) that continue what was decoded.
  [[nodiscard]] virtual std::size_t Conceal(std::size_t samples, std::span<float> out) noexcept = 0;

  /// Resets the decoder state.
  virtual void Reset() noexcept = 0;
};

}  // namespace sdkpp::jitter
