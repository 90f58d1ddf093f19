#pragma once

#include <memory>
#include <vector>

#include "core/audio/audio_processor.h"
#include "core/audio/speech.h"

namespace sdkpp::audio {

/// All stages between a microphone and a call, in their order: high-pass, speech, limiter.
class ProcessingChain final : public AudioProcessor {
 public:
  /// Allocates.
  ProcessingChain();

  /// media thread
  void Apply(const SpeechSettings& settings) noexcept { speech_->Apply(settings); }
  void Process(std::span<float, kValues> captured, std::span<const float, kValues> played) noexcept override;

 private:
  std::vector<std::unique_ptr<AudioProcessor>> stages_;
  Speech* speech_;  ///< one of them
};

}  // namespace sdkpp::audio
