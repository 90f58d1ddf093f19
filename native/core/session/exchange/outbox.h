#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include "core/rtp/sealer.h"

namespace sdkpp::session {

/// Datagrams that are ready to be sent, in order; the shell sends them and clears it. Fixed size: one tick
/// never has more.
class Outbox {
 public:
  static constexpr std::size_t kDatagrams = 24;
  static constexpr std::size_t kDatagramSize = rtp::kMaxSealedPacket;

  /// Room for one more datagram, empty when there is none. Commit() with the size used.
  [[nodiscard]] std::span<std::uint8_t> Claim() noexcept {
    return count_ < kDatagrams ? std::span<std::uint8_t>(slots_[count_].bytes) : std::span<std::uint8_t>();
  }
  void Commit(std::size_t size) noexcept { slots_[count_++].size = size; }

  [[nodiscard]] std::size_t size() const noexcept { return count_; }
  [[nodiscard]] std::span<const std::uint8_t> operator[](std::size_t at) const noexcept {
    return std::span(slots_[at].bytes).first(slots_[at].size);
  }
  void Clear() noexcept { count_ = 0; }

 private:
  struct Slot {
    std::size_t size = 0;
    std::array<std::uint8_t, kDatagramSize> bytes;
  };
  std::array<Slot, kDatagrams> slots_;
  std::size_t count_ = 0;
};

}  // namespace sdkpp::session
