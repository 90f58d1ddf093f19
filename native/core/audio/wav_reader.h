#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "core/audio/resampler.h"
#include "core/audio/speaker_mix.h"
#include "core/base/audio_format.h"
#include "core/base/result.h"
#include "core/container/wav_format.h"

namespace sdkpp::audio {

using container::WavError;
using container::WavRefusal;

/// One sentence for people, which names the format of `file` and what converts it.
[[nodiscard]] std::string Describe(const WavRefusal& refusal, std::span<const std::uint8_t> file);

/// A WAV file as 48 kHz stereo blocks, RF64 too. The bytes are untrusted: chunk sizes that reach past the end
/// are cut to what is there, and sizes that a recorder never wrote mean the rest of the file. Mono goes to
/// both sides; more than two channels are mixed down by SpeakerMix.
class WavReader {
 public:
  /// Takes the whole file. Allocates what the reader needs; memory does not depend on sizes the file claims.
  [[nodiscard]] static Result<WavReader, WavRefusal> Open(std::vector<std::uint8_t> file);

  /// Writes the next 20 ms, and says how many samples per channel they have before the silence that fills up
  /// the last block. 0, with `out` untouched, at the end. media thread
  [[nodiscard]] std::size_t Next(std::span<std::int16_t, kBlockValues> out) noexcept;

  /// Starts over at the end, for ever.
  void SetLoop(bool loop) noexcept { loop_ = loop; }
  /// Back to the first sample.
  void Rewind() noexcept;

  [[nodiscard]] int rate() const noexcept { return format_.rate; }
  [[nodiscard]] int channels() const noexcept { return format_.channels; }
  /// Length in samples per channel at the file's own rate.
  [[nodiscard]] std::size_t frames() const noexcept { return frames_; }
  /// Bytes of samples that the file announces and does not have.
  [[nodiscard]] std::uint64_t missing_bytes() const noexcept { return missing_; }

 private:
  /// Where the samples lie.
  struct Data {
    std::size_t start = 0;
    std::size_t bytes = 0;
    std::uint64_t missing = 0;
  };

  WavReader(std::vector<std::uint8_t> file, const container::WavFormat& format, const Data& data);
  [[nodiscard]] float Sample(std::size_t frame, int channel) const noexcept;
  void ReadFrame(std::size_t frame, std::int16_t* stereo) const noexcept;
  [[nodiscard]] std::size_t Fill(std::span<std::int16_t> stereo) noexcept;

  std::vector<std::uint8_t> file_;
  container::WavFormat format_;
  std::size_t start_;
  std::size_t frames_;
  std::uint64_t missing_;
  SpeakerMix mix_;
  std::size_t at_ = 0;
  std::size_t flush_ = 0;
  bool loop_ = false;
  Resampler resampler_;
};

}  // namespace sdkpp::audio
