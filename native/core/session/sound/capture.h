#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <span>

#include "core/audio/processing_chain.h"
#include "core/base/audio_format.h"
#include "core/session/sound/capture_dump.h"

namespace sdkpp::session {

/// The way of a microphone's sound into a call: what the device gave, through the processing, to 16 bits.
/// Only the constructor allocates.
class Capture {
 public:
  /// media thread
  void Apply(const audio::SpeechSettings& settings) noexcept { chain_.Apply(settings); }
  /// One block before processing, as the captured callback sees it. Valid until the next call. media thread
  [[nodiscard]] std::span<const std::int16_t> Round(std::span<const float> captured) noexcept;
  /// One block, processed; kBlockValues values, whatever they hold. Valid until the next call. media thread
  [[nodiscard]] std::span<const std::int16_t> Process(std::span<const float> captured) noexcept;
  /// The same for a block that the captured callback had.
  [[nodiscard]] std::span<const std::int16_t> Process(std::span<const std::int16_t> filtered) noexcept;

  /// The sound that the call plays, written after each tick: a microphone near the speaker hears it next.
  [[nodiscard]] AudioBlock& played() noexcept { return played_; }
  /// nullptr: nothing is recorded. Returns the old one. media thread
  std::unique_ptr<CaptureDump> SetDump(std::unique_ptr<CaptureDump> dump) noexcept;

 private:
  [[nodiscard]] std::span<const std::int16_t> Run() noexcept;

  audio::ProcessingChain chain_;
  std::unique_ptr<CaptureDump> dump_;
  std::array<float, kBlockValues> captured_{};
  std::array<float, kBlockValues> far_{};
  AudioBlock played_{};
  AudioBlock block_{};
};

}  // namespace sdkpp::session
