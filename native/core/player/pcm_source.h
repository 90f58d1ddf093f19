#pragma once

#include <cstdint>
#include <optional>
#include <span>

#include "core/audio/pcm_queue.h"
#include "core/player/source.h"

namespace sdkpp::player {

/// Samples pushed from the JavaScript thread.
class PcmSource final : public Source {
 public:
  /// `rate` in Hz, `channels` 1 or 2.
  PcmSource(int rate, int channels) : queue_(rate, channels) {}
  /// Goes on with what SaveSamples wrote; of no use when `in` has a fault.
  explicit PcmSource(FieldReader& in) : queue_(in) {}

  /// JavaScript thread: the writing side.
  [[nodiscard]] audio::PcmQueue& queue() noexcept { return queue_; }

  [[nodiscard]] SourceBlock Next() noexcept override {
    const std::size_t samples = queue_.Read(block_);
    played_ += samples;
    if (samples > 0)
      return {.kind = SourceBlock::Kind::kPcm,
              .pcm = block_,
              .padding = static_cast<std::uint32_t>(kBlockSamples - samples)};
    return {queue_.drained() ? SourceBlock::Kind::kEnd : SourceBlock::Kind::kNothing, {}, {}, 0};
  }
  [[nodiscard]] std::optional<SourcePosition> position() const noexcept override {
    return SourcePosition{played_};
  }
  [[nodiscard]] bool SaveSamples(FieldWriter& out, std::size_t again) const noexcept override {
    queue_.Save(out, std::span(block_).first(again * kChannels));
    return true;
  }

 private:
  audio::PcmQueue queue_;
  AudioBlock block_{};
  std::uint64_t played_ = 0;  ///< samples per channel
};

}  // namespace sdkpp::player
