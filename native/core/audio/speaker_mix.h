#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace sdkpp::audio {

/// How much of each channel of a file goes to the left and to the right.
class SpeakerMix {
 public:
  static constexpr std::size_t kMaxChannels = 32;

  struct Share {
    float left = 0;
    float right = 0;
  };

  /// For channels in the order of the speakers in `mask`, the bits of WAVE_FORMAT_EXTENSIBLE. 0: the usual
  /// speakers for so many channels. The centre goes to both sides at -3 dB, so do the speakers behind; low
  /// frequencies go nowhere. Shares of a side add up to 1, so that nothing becomes louder than the file.
  SpeakerMix(std::uint32_t mask, std::size_t channels) noexcept;

  [[nodiscard]] const Share& operator[](std::size_t channel) const noexcept { return shares_[channel]; }

 private:
  void Normalize(std::size_t channels) noexcept;

  std::array<Share, kMaxChannels> shares_{};
};

}  // namespace sdkpp::audio
