#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

#include "core/container/byte_window.h"
#include "core/container/wav_header.h"

namespace sdkpp::container {

/// What Next came to.
enum class WavDemuxing {
  kFormat,      ///< said once: format() is known
  kSamples,     ///< of `frames` samples per channel
  kNeedsBytes,  ///< Write more, or Finish
  kEnd,         ///< refusal() says whether there was sound at all
};

struct WavDemuxed {
  WavDemuxing what;
  std::size_t frames = 0;
};

/// The samples of a WAV stream, in their own rate and channels, as its bytes arrive. The bytes are untrusted;
/// memory depends on no size that they announce.
class WavDemuxer {
 public:
  /// Allocates. `total`: bytes of the whole stream, if they are known.
  explicit WavDemuxer(std::optional<std::uint64_t> total = std::nullopt);

  /// Takes bytes, and says how many: those that have room before Next has been called.
  [[nodiscard]] std::size_t Write(std::span<const std::uint8_t> bytes) noexcept;
  /// No more bytes will come.
  void Finish() noexcept { finished_ = true; }

  /// Writes as many whole samples as there are and fit: interleaved, full scale is 1. What is no number is
  /// silence, and nothing is beyond 2.
  [[nodiscard]] WavDemuxed Next(std::span<float> out) noexcept;

  /// From kFormat on.
  [[nodiscard]] const WavFormat& format() const noexcept { return header_.format(); }
  [[nodiscard]] std::optional<WavRefusal> refusal() const noexcept { return header_.refusal(); }
  /// Samples per channel, where the stream says so.
  [[nodiscard]] std::optional<std::uint64_t> frames() const noexcept;
  /// At the end: bytes of samples that were announced and did not come.
  [[nodiscard]] std::uint64_t missing_bytes() const noexcept;
  /// Where in the stream that sample stands.
  [[nodiscard]] std::uint64_t PositionOf(std::uint64_t frame) const noexcept;
  /// The next byte written stands at PositionOf(frame).
  void Seek(std::uint64_t frame) noexcept;

 private:
  std::optional<std::uint64_t> total_;
  ByteWindow window_;
  WavHeader header_;
  bool finished_ = false;
  bool is_announced_ = false;
  std::optional<std::uint64_t> samples_;  ///< bytes of all of them
  std::uint64_t read_ = 0;                ///< bytes of samples
};

}  // namespace sdkpp::container
