#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "core/audio/resampler.h"
#include "core/base/audio_format.h"
#include "core/base/result.h"

namespace sdkpp::audio {

enum class WavError {
  kTooShort,          ///< no RIFF header
  kNotWav,            ///< another format
  kNoFormat,          ///< no "fmt " chunk before the samples
  kBadFormat,         ///< the "fmt " chunk is short or contradicts itself
  kUnsupportedCodec,  ///< neither PCM of 8, 16, 24, 32 bits nor 32-bit float
  kBadRate,           ///< outside 8 to 192 kHz
  kBadChannels,       ///< none, or more than 32
  kNoData,            ///< no "data" chunk, or no whole sample in it
};

/// One sentence for people.
[[nodiscard]] const char* Describe(WavError error) noexcept;

/// A WAV file as 48 kHz stereo blocks. The bytes are untrusted: chunk sizes that reach past the end are cut
/// to what is there. Mono goes to both sides; more than two channels are mixed down.
class WavReader {
 public:
  /// Takes the whole file. Allocates what the reader needs; memory does not depend on sizes the file claims.
  [[nodiscard]] static Result<WavReader, WavError> Open(std::vector<std::uint8_t> file);

  /// Writes the next 20 ms. False, with `out` untouched, at the end. The last block is filled up with
  /// silence. media thread
  [[nodiscard]] bool Next(std::span<std::int16_t, kBlockValues> out) noexcept;

  /// Starts over at the end, for ever.
  void SetLoop(bool loop) noexcept { loop_ = loop; }
  /// Back to the first sample.
  void Rewind() noexcept;

  [[nodiscard]] int rate() const noexcept { return rate_; }
  [[nodiscard]] int channels() const noexcept { return channels_; }
  /// Length in samples per channel at the file's own rate.
  [[nodiscard]] std::size_t frames() const noexcept { return frames_; }

 private:
  enum class Codec { kU8, kS16, kS24, kS32, kF32 };

  struct Format;
  [[nodiscard]] static Result<Format, WavError> ParseFormat(std::span<const std::uint8_t> chunk) noexcept;

  WavReader(std::vector<std::uint8_t> file, const Format& format, std::size_t start, std::size_t frames);
  [[nodiscard]] float Sample(std::size_t frame, int channel) const noexcept;
  void ReadFrame(std::size_t frame, std::int16_t* stereo) const noexcept;
  [[nodiscard]] std::size_t Fill(std::span<std::int16_t> stereo) noexcept;

  std::vector<std::uint8_t> file_;
  Codec codec_;
  int rate_;
  int channels_;
  std::size_t frame_bytes_;
  std::size_t start_;
  std::size_t frames_;
  std::size_t at_ = 0;
  std::size_t flush_ = 0;
  bool loop_ = false;
  Resampler resampler_;
};

}  // namespace sdkpp::audio
