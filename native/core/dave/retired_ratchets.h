#pragma once

#include <memory>

#include "core/dave/receive_ratchet.h"

namespace sdkpp::dave {

/// Ratchets that are no longer used, chained so that any number travels in one message without allocating.
/// Their keys are wiped when they are added; the last owner of the list frees them.
class RetiredRatchets {
 public:
  RetiredRatchets() noexcept;
  RetiredRatchets(RetiredRatchets&& other) noexcept;
  RetiredRatchets& operator=(RetiredRatchets&& other) noexcept;
  ~RetiredRatchets();

  /// Ignores nullptr. Media thread.
  void Put(std::unique_ptr<ReceiveRatchet> ratchet) noexcept;
  [[nodiscard]] bool empty() const noexcept { return top_ == nullptr; }
  /// Leaks the ratchets: they are never freed.
  void Leak() noexcept { (void)top_.release(); }

 private:
  void Free() noexcept;

  std::unique_ptr<ReceiveRatchet> top_;
};

}  // namespace sdkpp::dave
