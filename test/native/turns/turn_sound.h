#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "core/base/audio_format.h"
#include "core/turns/ear.h"
#include "support/noise.h"
#include "support/sound.h"
#include "support/talking.h"

namespace sdkpp::test {

/// One speaker in front of an ear: speech, noise and silence, block by block, on one clock.
class Listening {
 public:
  using Each = std::function<void(const turns::EarFrame&)>;

  explicit Listening(turns::EarRate rate = turns::EarRate::k16kHz) : ear({rate}) {}

  void Talk(int ms, const Each& each = {}, double noise = 0) {
    Play(
        ms, [&] { return talking_.Sample(); }, noise, each);
  }
  void Rest(int ms, const Each& each = {}, double noise = 0) {
    Play(
        ms, [] { return 0.0F; }, noise, each);
  }
  /// Nothing comes.
  void Stop(int ms, const Each& each = {}) {
    for (; ms > 0; ms -= 20) {
      ear.PushSilence(time);
      Tell(each);
    }
  }

  turns::Ear ear;
  std::uint64_t time = 0;

 private:
  void Play(int ms, const std::function<float()>& next, double noise, const Each& each) {
    for (; ms > 0; ms -= 20) {
      SoundBlock block = noise > 0 ? Widened(Noise(noise * 32768, seed_++).Block()) : SoundBlock{};
      for (std::size_t at = 0; at < kBlockSamples; ++at) {
        const float value = next();
        block[2 * at] += value;
        block[2 * at + 1] += value;
      }
      ear.Push(time, block, false);
      Tell(each);
    }
  }

  void Tell(const Each& each) {
    time += kBlockSamples;
    for (const turns::EarFrame& frame : ear.frames()) {
      if (each) each(frame);
    }
  }

  Talking talking_{7};
  std::uint64_t seed_ = 1;
};

/// A frame of a probability, without sound.
inline turns::EarFrame FrameOf(std::uint64_t time, float probability) {
  return {.time = time, .level_dbfs = -20.0F, .probability = probability};
}

}  // namespace sdkpp::test
