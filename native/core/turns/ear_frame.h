#pragma once

#include <cstdint>
#include <span>

namespace sdkpp::turns {

/// 10 ms of one speaker, mono, with what was measured of it. A view: it is valid until its Ear hears the next
/// block.
struct EarFrame {
  /// Of its first sample, in samples of 48 kHz on the connection's clock (session/receiving/sound_clock.h).
  std::uint64_t time = 0;
  /// 160 values at 16 kHz or 240 at 24 kHz, ±1 at full scale; a sender can make larger ones.
  std::span<const float> samples{};
  /// In [-100, 0]; a full-scale square wave has 0.
  float level_dbfs = -100.0F;
  /// That somebody speaks here, 0 to 1.
  float probability = 0.0F;
  /// Of the voice, 60 to 400 Hz; 0 where the sound has no clear period.
  float pitch_hz = 0.0F;
  /// How periodic the last 40 ms are, 0 to 1.
  float clarity = 0.0F;
  /// Energies of 18 bands of equal width to the ear, from 80 to 7,600 Hz, in dBFS: of the 20 ms that end with
  /// the frame.
  std::span<const float> bands{};
  /// The packet was lost, and the sound is made up.
  bool is_concealed = false;
  /// The sound is the own one, come back from a loudspeaker.
  bool is_own_echo = false;

  /// Whether the speaker says something here.
  [[nodiscard]] bool IsSpeech(float min_probability) const noexcept {
    return !is_own_echo && probability >= min_probability;
  }
};

/// Length of a frame in samples of 48 kHz.
inline constexpr std::uint64_t kFrameTicks = 480;

}  // namespace sdkpp::turns
