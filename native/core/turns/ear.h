#pragma once

#include <array>
#include <cstdint>
#include <span>

#include "core/base/audio_format.h"
#include "core/turns/decimator.h"
#include "core/turns/ear_frame.h"
#include "core/turns/voice_detector.h"

namespace sdkpp::turns {

/// The rate of the frames of an ear.
enum class EarRate : std::uint8_t { k16kHz, k24kHz };

struct EarSettings {
  EarRate rate = EarRate::k16kHz;
};

/// Listens to one speaker: blocks as a jitter buffer plays them become frames of 10 ms, band-limited, with
/// loudness, pitch and voice probability. Only construction allocates.
class Ear {
 public:
  /// Frames that a block becomes.
  static constexpr std::size_t kFrames = 2;

  explicit Ear(EarSettings settings);

  /// One block of interleaved 48 kHz stereo, ±1, whose first sample is heard at `time`, in samples of 48 kHz.
  /// Frames are half a window of the filter, 1 ms, behind the block, and their times say so. media thread
  void Push(std::uint64_t time, std::span<const float, kBlockValues> block, bool is_concealed) noexcept;
  /// A block in which nothing came from the speaker. media thread
  void PushSilence(std::uint64_t time) noexcept;
  /// Somebody else speaks from now on: forgets the voice before and its noise. media thread
  void Reset() noexcept;
  /// The newest block is the own sound, come back. media thread
  void MarkOwnEcho() noexcept {
    for (EarFrame& frame : frames_) frame.is_own_echo = true;
  }
  /// The newest block at 16 kHz. media thread
  [[nodiscard]] std::span<const float, 320> heard() const noexcept { return heard_16_; }
  /// The frames of the newest block, in order; none before the first one. media thread
  [[nodiscard]] std::span<const EarFrame> frames() const noexcept { return std::span(frames_).first(count_); }

 private:
  /// The frame at `at` of the block at `time`, with its samples and nothing measured.
  EarFrame& Place(std::size_t at, std::uint64_t time) noexcept;

  EarRate rate_;
  Decimator to_16_;  ///< for the detector, too: its decisions do not depend on the rate of the frames
  Decimator to_24_;
  VoiceDetector detector_;
  std::array<float, 320> heard_16_{};  ///< the newest block at 16 kHz
  std::array<float, 480> heard_24_{};  ///< the same at 24 kHz, when the frames have that rate
  std::array<NoiseFloor::Bands, kFrames> bands_{};
  std::array<EarFrame, kFrames> frames_{};
  std::size_t count_ = 0;
};

}  // namespace sdkpp::turns
