#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>

#include "core/audio/audio_processor.h"
#include "core/audio/speech_settings.h"

// Of Speex, whose headers are of no interest outside.
struct SpeexEchoState_;
struct SpeexPreprocessState_;

namespace sdkpp::audio {

/// Takes away the echo of the speaker and noise, and evens out how loud a voice is (Speex). What comes out is
/// the same on both channels, and 10 ms later. With all of it off, sound passes untouched.
class Speech final : public AudioProcessor {
 public:
  /// How long after it was played an echo may come: devices and systems buffer some 150 ms, rooms the rest.
  static constexpr std::size_t kEchoTailMs = 320;

  /// Allocates.
  Speech();
  ~Speech() override;

  /// media thread
  void Apply(const SpeechSettings& settings) noexcept;
  void Process(std::span<float, kValues> captured, std::span<const float, kValues> played) noexcept override;

 private:
  using Mono = std::array<float, kFrames>;
  struct EchoEnd {
    void operator()(SpeexEchoState_* state) const noexcept;
  };
  struct CleaningEnd {
    void operator()(SpeexPreprocessState_* state) const noexcept;
  };

  [[nodiscard]] bool on() const noexcept;
  void Configure() noexcept;
  [[nodiscard]] Mono Mixed(std::span<const float, kValues> stereo) noexcept;
  [[nodiscard]] float Hiss() noexcept;

  SpeechSettings settings_;
  std::unique_ptr<SpeexEchoState_, EchoEnd> echo_;
  std::unique_ptr<SpeexPreprocessState_, CleaningEnd> cleaning_;
  int parts_ = 0;  ///< processed, until the noise is known
  std::uint32_t random_ = 1;
};

}  // namespace sdkpp::audio
