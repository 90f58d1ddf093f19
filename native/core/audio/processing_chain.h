#pragma once

#include <memory>
#include <vector>

#include "core/audio/audio_processor.h"

namespace sdkpp::audio {

/// All stages between a microphone and a call, in their order: high-pass, limiter.
class ProcessingChain final : public AudioProcessor {
 public:
  /// Allocates.
  ProcessingChain();

  void Process(std::span<float, kValues> captured, std::span<const float, kValues> played) noexcept override;

 private:
  std::vector<std::unique_ptr<AudioProcessor>> stages_;
};

}  // namespace sdkpp::audio
