#pragma once

#include "core/audio/pcm_queue.h"
#include "core/session/sound/input.h"

namespace sdkpp::session {

/// Samples pushed from the JavaScript thread.
class PcmInput final : public Input {
 public:
  /// `rate` in Hz, `channels` 1 or 2.
  PcmInput(int rate, int channels) : queue_(rate, channels) {}

  /// JavaScript thread: the writing side.
  [[nodiscard]] audio::PcmQueue& queue() noexcept { return queue_; }

  [[nodiscard]] InputBlock Next() noexcept override {
    if (queue_.Read(block_)) return {InputBlock::Kind::kPcm, block_, {}, 0};
    return {queue_.drained() ? InputBlock::Kind::kEnd : InputBlock::Kind::kNothing, {}, {}, 0};
  }

 private:
  audio::PcmQueue queue_;
  AudioBlock block_{};
};

}  // namespace sdkpp::session
