#pragma once

#include <memory>

#include "core/dave/receive_ratchet.h"

namespace sdkpp::dave {

/// Ratchets that are over, chained so that any number travels in one message without allocating. Their keys
/// are wiped when they are put here; whoever holds the pile last frees them.
class RatchetPile {
 public:
  RatchetPile() noexcept;
  RatchetPile(RatchetPile&& other) noexcept;
  RatchetPile& operator=(RatchetPile&& other) noexcept;
  ~RatchetPile();

  /// nullptr is nothing. Media thread.
  void Put(std::unique_ptr<ReceiveRatchet> ratchet) noexcept;
  [[nodiscard]] bool empty() const noexcept { return top_ == nullptr; }
  /// Gives the ratchets up without freeing them.
  void Leak() noexcept { (void)top_.release(); }

 private:
  void Free() noexcept;

  std::unique_ptr<ReceiveRatchet> top_;
};

}  // namespace sdkpp::dave
