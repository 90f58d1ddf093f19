#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <utility>

#include "core/audio/samples.h"
#include "core/base/audio_format.h"
#include "core/session/sound/output.h"

namespace sdkpp::session {

/// A recording of what goes into the processing of a microphone, and of what comes out: one output for each
/// point. The three run in step.
class CaptureDump {
 public:
  enum class Point : std::uint8_t {
    kCaptured,   ///< what the microphone gave
    kPlayed,     ///< what the speaker played meanwhile
    kProcessed,  ///< what is sent
  };
  static constexpr std::size_t kPoints = 3;
  using Outputs = std::array<std::unique_ptr<Output>, kPoints>;

  /// No argument may be nullptr.
  explicit CaptureDump(Outputs outputs) noexcept : outputs_(std::move(outputs)) {}

  /// media thread
  void Write(Point point, std::span<const float, kBlockValues> values) noexcept {
    audio::Round(values, block_);
    outputs_[static_cast<std::size_t>(point)]->Play(block_);
  }

 private:
  Outputs outputs_;
  AudioBlock block_{};
};

}  // namespace sdkpp::session
