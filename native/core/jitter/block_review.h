#pragma once

#include "core/jitter/block_queue.h"

namespace sdkpp::jitter {

/// Who has the last word on a block of speech: no block leaves the queue, on whatever way, before it was
/// settled.
class BlockReview {
 public:
  virtual ~BlockReview() = default;

  /// The block is taken now: what was done to it so far is all there will be. Returns whether it may be
  /// heard; otherwise it plays as silence. Media thread.
  [[nodiscard]] virtual bool Settle(BlockQueue::Block& block) noexcept = 0;

  /// Whether nothing more is to be waited for: only then is a block taken before its time.
  [[nodiscard]] virtual bool IsReady(const BlockQueue::Block& block) const noexcept = 0;
};

}  // namespace sdkpp::jitter
