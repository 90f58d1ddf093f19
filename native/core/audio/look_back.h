#pragma once

#include <algorithm>
#include <cstdint>
#include <span>

#include "core/base/audio_format.h"
#include "core/base/instant.h"

namespace sdkpp::audio {

/// The block before the present one, so that a gate which opens in mid-word can still send the word's
/// beginning.
class LookBack {
 public:
  /// Keeps the block of the tick at `now`; an empty one clears it. media thread
  void Keep(Instant now, std::span<const std::int16_t> block) noexcept {
    kept_ = block.size() == kBlockValues;
    if (!kept_) return;
    std::ranges::copy(block, block_.begin());
    since_ = now;
  }
  void Clear() noexcept { kept_ = false; }

  /// Whether the block directly before the tick at `now` is here. media thread
  [[nodiscard]] bool Reaches(Instant now) const noexcept {
    return kept_ && now - since_ < kBlockDuration * 2;
  }
  /// Only when Reaches().
  [[nodiscard]] Instant since() const noexcept { return since_; }
  [[nodiscard]] std::span<const std::int16_t, kBlockValues> block() const noexcept { return block_; }

 private:
  AudioBlock block_;
  Instant since_{};
  bool kept_ = false;
};

}  // namespace sdkpp::audio
