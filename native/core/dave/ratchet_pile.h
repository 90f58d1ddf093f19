#pragma once

#include <memory>
#include <utility>

#include "core/dave/receive_ratchet.h"

namespace sdkpp::dave {

/// Ratchets that are over, chained so that any number travels in one message without allocating. Their keys
/// are wiped when they are put here; whoever holds the pile last frees them.
class RatchetPile {
 public:
  RatchetPile() noexcept = default;
  RatchetPile(RatchetPile&&) noexcept = default;
  RatchetPile& operator=(RatchetPile&& other) noexcept {
    Free();
    top_ = std::move(other.top_);
    return *this;
  }
  ~RatchetPile() { Free(); }

  /// Media thread.
  void Put(std::unique_ptr<ReceiveRatchet> ratchet) noexcept {
    if (!ratchet) return;
    ratchet->Forget();
    ratchet->below_ = std::move(top_);
    top_ = std::move(ratchet);
  }
  [[nodiscard]] bool empty() const noexcept { return top_ == nullptr; }

 private:
  /// One by one, so that the stack does not grow with the pile.
  void Free() noexcept {
    while (top_) top_ = std::move(top_->below_);
  }

  std::unique_ptr<ReceiveRatchet> top_;
};

}  // namespace sdkpp::dave
