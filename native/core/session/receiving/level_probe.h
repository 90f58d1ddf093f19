#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include "core/audio/gain.h"
#include "core/base/audio_format.h"
#include "core/base/fixed_vector.h"
#include "core/base/reserve.h"
#include "core/opus/packet.h"
#include "core/session/speaker/speaker.h"

namespace sdkpp::session {

/// Finds how loud somebody is who is not decoded otherwise, by decoding single packets. Media thread.
class LevelProbe {
 public:
  explicit LevelProbe(Reserve& reserve) : scratch_(reserve) {}

  /// In dBFS, -100 to 6; -100 for a packet that is malformed. A packet alone sounds distorted, and about as
  /// loud as in its stream, since the decoder remembers the energies of the one before.
  [[nodiscard]] float Measure(Speaker& speaker, std::span<const std::uint8_t> payload) noexcept {
    if (scratch_.size() == 0) (void)scratch_.Add();
    const std::span<float> out(scratch_[0]);
    const std::size_t samples = speaker.DecodeApart(payload, out);
    return audio::LevelDbfs(std::span<const float>(out.first(samples * kChannels)));
  }

 private:
  using Scratch = std::array<float, opus::kMaxPacketSamples * kChannels>;

  FixedVector<Scratch, 1> scratch_;  ///< made with the first probe
};

}  // namespace sdkpp::session
