#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <string>

#include "core/session/exchange/tide_slot.h"

namespace sdkpp::engine {

/// A file of places for the calls of a voice process, in the memory of all processes that open it: what is
/// written there stays when the writer dies. Its maker has filled it with zeros, so that it has its memory.
class TideMap {
 public:
  /// More slots than that are not used.
  static constexpr std::size_t kMostSlots = 4096;

  /// nullptr for no regular file of at least one slot, or one that this user may not write. Allocates.
  [[nodiscard]] static std::unique_ptr<TideMap> Open(const std::string& path);
  ~TideMap();
  TideMap(const TideMap&) = delete;
  TideMap& operator=(const TideMap&) = delete;

  /// nullptr behind the last one. It lives as long as this.
  [[nodiscard]] session::TideSlot* slot(std::size_t number) const noexcept {
    return number < slots_.size() ? &slots_[number] : nullptr;
  }

 private:
  explicit TideMap(std::span<session::TideSlot> slots) noexcept : slots_(slots) {}

  std::span<session::TideSlot> slots_;
};

}  // namespace sdkpp::engine
