#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

#include "core/base/audio_format.h"
#include "core/base/field.h"
#include "core/base/instant.h"
#include "core/opus/encoder.h"
#include "core/opus/packet.h"
#include "core/session/settings/encoder_settings.h"

namespace sdkpp::session {

/// Gathers blocks of PCM into frames and encodes them. Media thread.
class Framing {
 public:
  /// Two blocks in frames of 10 ms.
  static constexpr std::size_t kMaxFrames = 4;

  /// One encoded frame; its payload is valid until the next call of Encode.
  struct Frame {
    std::span<const std::uint8_t> payload;
    std::size_t samples;  ///< per channel
    Instant start;
  };

  /// Takes an encoder into use, with the settings that were made before.
  void Install(opus::Encoder encoder) noexcept;
  /// From the next frame on.
  void SetWanted(const EncoderSettings& settings) noexcept;
  /// Encodes with this complexity at most, 0 to 10.
  void LimitComplexity(int most) noexcept;
  /// A new frame may begin: what was wanted comes into use.
  void ApplySettings() noexcept;
  void SetReportedLoss(Instant now, float fraction) noexcept;
  /// Ends FEC when no loss was reported for long.
  void UpdateFec(Instant now) noexcept;
  void SetGain(float gain) noexcept { gain_ = gain; }

  /// Some sound waits for the rest of its frame.
  [[nodiscard]] bool inside_frame() const noexcept { return gathered_samples_ > 0; }
  /// Adds one block, or silence when it is empty, at the input volume.
  void Gather(Instant now, std::span<const std::int16_t> block) noexcept;
  /// Encodes the whole frames among what was gathered.
  template <class Sink>
  void Encode(const Sink& sink) noexcept {
    const std::size_t length = FrameSamples();
    std::size_t done = 0;
    for (std::size_t count = 0; gathered_samples_ - done >= length && count < kMaxFrames; ++count) {
      const auto frame = EncodeOne(done, length, payloads_[count]);
      if (!frame.payload.empty()) sink(frame);
      done += length;
    }
    if (done > 0) Keep(done);
  }
  /// Drops what was gathered.
  void Drop() noexcept { gathered_samples_ = 0; }
  /// Speech begins: nothing of what was said before sounds in it.
  void ResetEncoder() noexcept {
    encoder_.Reset();
    ForgetKept();
  }
  /// A whole block at the input volume; valid until the next call.
  [[nodiscard]] std::span<const std::int16_t> AtVolume(std::span<const std::int16_t> block) noexcept;

  /// The sound that waits for the rest of its frame, what was encoded before, and the loss that is reported.
  /// The encoder starts anew, behind that.
  void Save(FieldWriter& out) const noexcept;
  void Restore(FieldReader& in) noexcept;

 private:
  struct Fields;

  static constexpr std::size_t kMaxFrameSamples = 2880;
  /// So much of what was encoded is kept, for an encoder that goes on. The first block of an encoder has no
  /// past in which its pitch is found; with two of them one cannot hear where the next encoder begins.
  static constexpr std::size_t kKept = 2 * kBlockSamples;

  void RestoreGathered(FieldReader& in) noexcept;
  void RestoreKept(FieldReader& in) noexcept;
  void Keep(std::size_t encoded) noexcept;
  void Prime() noexcept;
  void ForgetKept() noexcept {
    kept_samples_ = 0;
    joins_ = false;
  }
  [[nodiscard]] std::span<const std::int16_t> kept() const noexcept {
    return std::span(values_).first(kKept * kChannels).last(kept_samples_ * kChannels);
  }
  [[nodiscard]] std::span<std::int16_t> gathered() noexcept {
    return std::span(values_).subspan(kKept * kChannels);
  }
  [[nodiscard]] std::size_t FrameSamples() const noexcept;
  [[nodiscard]] Frame EncodeOne(std::size_t from, std::size_t length,
                                std::array<std::uint8_t, opus::kMaxPayload>& payload) noexcept;

  std::size_t gathered_samples_ = 0;
  std::size_t kept_samples_ = 0;  ///< of this encoder, or of the one before that it goes on for
  bool joins_ = false;            ///< the frame before the next was another encoder's
  Instant gathered_since_{};
  opus::Encoder encoder_;
  EncoderSettings settings_;  ///< in use
  EncoderSettings wanted_;
  int most_complexity_ = 10;
  float gain_ = 1;
  std::optional<Instant> fec_until_;
  int fec_percent_ = 0;
  // large, and untouched by a source of packets
  std::array<std::int16_t, (kKept + kMaxFrameSamples) * kChannels> values_;  ///< kept, then gathered
  std::array<std::array<std::uint8_t, opus::kMaxPayload>, kMaxFrames> payloads_;
};

}  // namespace sdkpp::session
