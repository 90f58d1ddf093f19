#include "core/dave/ratchet_pile.h"

#include <utility>

namespace sdkpp::dave {

RatchetPile::RatchetPile() noexcept = default;
RatchetPile::RatchetPile(RatchetPile&& other) noexcept = default;

RatchetPile& RatchetPile::operator=(RatchetPile&& other) noexcept {
  Free();
  top_ = std::move(other.top_);
  return *this;
}

RatchetPile::~RatchetPile() { Free(); }

void RatchetPile::Put(std::unique_ptr<ReceiveRatchet> ratchet) noexcept {
  if (!ratchet) return;
  ratchet->Forget();
  ratchet->below_ = std::move(top_);
  top_ = std::move(ratchet);
}

/// One by one, so that the stack does not grow with the pile.
void RatchetPile::Free() noexcept {
  while (top_) top_ = std::move(top_->below_);
}

}  // namespace sdkpp::dave
