#include "core/dave/retired_ratchets.h"

#include <utility>

namespace sdkpp::dave {

RetiredRatchets::RetiredRatchets() noexcept = default;
RetiredRatchets::RetiredRatchets(RetiredRatchets&& other) noexcept = default;

RetiredRatchets& RetiredRatchets::operator=(RetiredRatchets&& other) noexcept {
  Free();
  top_ = std::move(other.top_);
  return *this;
}

RetiredRatchets::~RetiredRatchets() { Free(); }

void RetiredRatchets::Put(std::unique_ptr<ReceiveRatchet> ratchet) noexcept {
  if (!ratchet) return;
  ratchet->ClearKeys();
  ratchet->below_ = std::move(top_);
  top_ = std::move(ratchet);
}

/// One by one, so that the stack does not grow with the list.
void RetiredRatchets::Free() noexcept {
  while (top_) top_ = std::move(top_->below_);
}

}  // namespace sdkpp::dave
