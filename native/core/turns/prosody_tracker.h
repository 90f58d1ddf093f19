#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "core/turns/ear_frame.h"
#include "core/turns/noise_floor.h"
#include "core/turns/pitch_range.h"
#include "core/turns/turn_event.h"

namespace sdkpp::turns {

/// Remembers the last 640 ms that one speaker spoke, and how high and loud the speaker is otherwise. The cost
/// of a frame is constant, that of a measure bounded by the memory.
class ProsodyTracker {
 public:
  /// A frame of speech. media thread
  void HandleSpeech(const EarFrame& frame) noexcept;
  /// Another turn begins; the pitches of the speaker are kept. media thread
  void BeginTurn() noexcept;
  /// Of the newest speech. media thread
  [[nodiscard]] Prosody Measure() const noexcept;

 private:
  static constexpr std::size_t kFrames = 64;

  struct Frame {
    float level = -100.0F;
    float clarity = 0.0F;
    float change = 0.0F;      ///< of the spectrum since the frame before, in dB
    float semitones = -1.0F;  ///< over 55 Hz; negative without pitch
  };
  /// Speech with pitch: frames back from the newest one.
  struct Stretch {
    std::size_t newest = 0;
    std::size_t oldest = 0;
    std::size_t tones = 0;
  };

  [[nodiscard]] const Frame& Back(std::size_t frames) const noexcept {
    return frames_[(heard_ - 1 - frames) % kFrames];
  }
  [[nodiscard]] std::size_t Remembered(std::size_t most) const noexcept;
  [[nodiscard]] float Change(const EarFrame& frame) noexcept;
  [[nodiscard]] Stretch LastStretch() const noexcept;
  /// The middle of the first tones of a stretch, from its newest or from its oldest end.
  [[nodiscard]] float ToneAt(const Stretch& stretch, bool at_end) const noexcept;
  void MeasureEnergy(Prosody& prosody) const noexcept;
  void MeasurePitch(Prosody& prosody) const noexcept;
  void MeasureStretch(Prosody& prosody, const Stretch& stretch) const noexcept;

  std::array<Frame, kFrames> frames_{};
  std::size_t heard_ = 0;  ///< frames of the turn
  NoiseFloor::Bands bands_{};
  float mean_level_ = 0.0F;  ///< of the turn
  PitchRange range_;
};

}  // namespace sdkpp::turns
