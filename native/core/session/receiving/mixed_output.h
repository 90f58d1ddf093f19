#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <span>

#include "core/audio/mixer.h"
#include "core/base/audio_format.h"
#include "core/session/sound/output.h"

namespace sdkpp::session {

/// The sound of all speakers together, and where it goes. One tick is Begin, any number of Add, Finish;
/// without an output these do nothing. Media thread.
class MixedOutput {
 public:
  /// Returns the output that was there.
  std::unique_ptr<Output> Set(std::unique_ptr<Output> output, OutputTarget target) noexcept;
  /// Linear, see GainOfVolume.
  void SetGain(float gain) noexcept { gain_ = gain; }
  [[nodiscard]] bool wanted() const noexcept { return outputs_[0] != nullptr || outputs_[1] != nullptr; }

  void Begin() noexcept {
    if (wanted()) mixer_.Begin();
  }
  void Add(const SoundBlock& block, float gain) noexcept {
    if (wanted()) mixer_.Add(block, gain);
  }
  /// Plays the sum, which is copied to `played`, unless that is nullptr.
  void Finish(AudioBlock* played) noexcept;
  /// Plays this block as it is.
  void Play(std::span<const std::int16_t, kBlockValues> block) noexcept;

 private:
  std::array<std::unique_ptr<Output>, kOutputTargets> outputs_;
  float gain_ = 1;
  audio::Mixer mixer_;
};

}  // namespace sdkpp::session
