#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

#include "core/base/audio_format.h"
#include "core/jitter/stream_front.h"

namespace sdkpp::jitter {

/// The samples that are about to be played: whole blocks in, any number of samples out. It knows how much of
/// its front is concealment.
class PlayLine {
 public:
  static constexpr std::size_t kCapacity = 4 * kBlockSamples;  ///< samples per channel

  [[nodiscard]] std::size_t size() const noexcept { return size_; }
  [[nodiscard]] std::span<const float> values() const noexcept { return {values_.data(), size_ * kChannels}; }

  /// Appends one block that lies at `begin`, and of which `made_up` samples per channel are concealment.
  /// media thread
  void Append(std::span<const float, kBlockValues> block, std::size_t made_up, bool muted,
              StreamPlace begin) noexcept;
  /// Where the oldest sample lies; nothing when it is empty. Concealment counts as not played.
  [[nodiscard]] std::optional<StreamPlace> begin() const noexcept;

  /// The make-up of the first `samples`.
  struct Share {
    std::size_t made_up;
    std::size_t muted;
  };
  [[nodiscard]] Share ShareOf(std::size_t samples) const noexcept;

  /// Turns the queued sound into silence. media thread
  void Mute() noexcept;
  /// Removes from the front. media thread
  void Consume(std::size_t samples) noexcept;
  void Clear() noexcept;

 private:
  struct Run {
    std::size_t length = 0;
    std::size_t made_up = 0;
    bool muted = false;
    StreamPlace begin;  ///< of the whole block
  };

  std::array<float, kCapacity * kChannels> values_{};
  std::array<Run, 8> runs_{};
  std::size_t run_count_ = 0;
  std::size_t size_ = 0;
};

}  // namespace sdkpp::jitter
