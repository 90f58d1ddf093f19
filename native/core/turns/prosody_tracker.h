#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "core/turns/ear_frame.h"
#include "core/turns/turn_event.h"

namespace sdkpp::turns {

/// Remembers loudness and pitch of what one speaker spoke last. The cost of a frame is constant, that of a
/// measure bounded by the memory.
class ProsodyTracker {
 public:
  /// A frame of speech. media thread
  void HandleSpeech(const EarFrame& frame) noexcept;
  /// Another turn begins; the pitch of the speaker is kept. media thread
  void BeginTurn() noexcept;
  /// Of the newest speech. media thread
  [[nodiscard]] Prosody Measure() const noexcept;

 private:
  static constexpr std::size_t kFrames = 32;

  struct Tone {
    std::uint64_t time = 0;
    float semitones = 0.0F;  ///< over 55 Hz
  };

  void MeasureEnergy(Prosody& prosody) const noexcept;
  void MeasurePitch(Prosody& prosody) const noexcept;

  std::array<float, kFrames> levels_{};
  std::size_t levels_heard_ = 0;
  std::array<Tone, kFrames> tones_{};
  std::size_t tones_heard_ = 0;
  float mean_level_ = 0.0F;   ///< of the turn
  std::uint64_t spoken_ = 0;  ///< frames of the turn
  float middle_ = 0.0F;       ///< of the speaker's pitch, in semitones
  bool has_middle_ = false;
};

}  // namespace sdkpp::turns
