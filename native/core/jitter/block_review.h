#pragma once

#include "core/jitter/block_queue.h"

namespace sdkpp::jitter {

/// Decides about a block of speech: no block leaves the queue before it is settled.
class BlockReview {
 public:
  virtual ~BlockReview() = default;

  /// The block is taken now; later edits are lost. Returns whether it may be heard; otherwise it plays as
  /// silence. Media thread.
  [[nodiscard]] virtual bool Settle(BlockQueue::Block& block) noexcept = 0;

  /// Whether the block is final: only then is it taken before its time.
  [[nodiscard]] virtual bool IsReady(const BlockQueue::Block& block) const noexcept = 0;
};

}  // namespace sdkpp::jitter
