#pragma once

#include <cstdint>

#include "core/turns/ear_frame.h"

namespace sdkpp::turns {

/// Whether somebody speaks, from probabilities: a few frames in a row make speech, so that no click begins
/// one, and lower ones than began it keep it up.
class SpeechGate {
 public:
  /// The probability from which a frame is speech, 0 to 1.
  void SetThreshold(float probability) noexcept { threshold_ = probability; }
  /// media thread
  void Process(const EarFrame& frame) noexcept;

  [[nodiscard]] bool is_speech() const noexcept { return is_speech_; }
  /// Whether the newest frames may become speech.
  [[nodiscard]] bool is_beginning() const noexcept { return !is_speech_ && run_ > 0; }
  /// Of the speech that is on, on the clock of the frames.
  [[nodiscard]] std::uint64_t began() const noexcept { return began_; }

 private:
  float threshold_ = 0.5F;
  bool is_speech_ = false;
  int run_ = 0;  ///< frames in a row above the threshold
  std::uint64_t began_ = 0;
};

}  // namespace sdkpp::turns
