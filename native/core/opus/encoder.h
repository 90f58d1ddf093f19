#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

#include "core/opus/opus_owner.h"

namespace sdkpp::opus {

/// 48 kHz interleaved stereo to Opus. Variable bitrate, no DTX.
class Encoder {
 public:
  /// No encoder: it takes settings and forgets them, and encodes nothing.
  Encoder() noexcept = default;
  /// Nothing when out of memory.
  [[nodiscard]] static std::optional<Encoder> Create(bool music);

  /// Bits per second, clamped to [6000, 510000]. media thread
  void SetBitrate(int bitrate) noexcept;
  /// Clamped to [0, 10]. media thread
  void SetComplexity(int complexity) noexcept;
  /// In-band FEC for `loss_percent` (0 to 100) of expected loss; 0 switches it off. media thread
  void SetExpectedLoss(int loss_percent) noexcept;
  /// Frames can be decoded without those before: for a listener who heard another encoder before. Costs
  /// quality. media thread
  void SetIndependent(bool on) noexcept;
  /// Tuning; resets all state. Set the expected loss again afterwards. media thread
  void SetMusic(bool music) noexcept;
  /// Resets the codec state, keeps the settings. media thread
  void Reset() noexcept;

  /// Encodes 10, 20, 40 or 60 ms (2 x 480, 960, 1920 or 2880 values). `out` is cut to 1275 bytes. Returns the
  /// bytes written; 0 when the length is not legal or `out` is too small. media thread
  [[nodiscard]] std::size_t Encode(std::span<const std::int16_t> values,
                                   std::span<std::uint8_t> out) noexcept;

 private:
  Encoder(OpusEncoderPtr state, bool music) noexcept;

  OpusEncoderPtr state_;
  bool music_ = false;
};

}  // namespace sdkpp::opus
