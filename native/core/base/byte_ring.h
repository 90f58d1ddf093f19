#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>

namespace sdkpp {

/// Bounded queue of bytes between exactly one producer thread and one consumer thread. Neither side waits,
/// and neither allocates after construction.
class ByteRing {
 public:
  explicit ByteRing(std::size_t capacity)
      : bytes_(std::make_unique_for_overwrite<std::uint8_t[]>(capacity)), capacity_(capacity) {}

  ByteRing(const ByteRing&) = delete;
  ByteRing& operator=(const ByteRing&) = delete;

  /// Producer. Takes as many bytes as there is room for, and says how many.
  [[nodiscard]] std::size_t Write(std::span<const std::uint8_t> bytes) noexcept {
    const std::uint64_t tail = tail_.load(std::memory_order_relaxed);
    const auto waiting = static_cast<std::size_t>(tail - head_.load(std::memory_order_acquire));
    const std::size_t taken = std::min(bytes.size(), capacity_ - waiting);
    const std::size_t at = Offset(tail);
    const std::size_t first = std::min(taken, capacity_ - at);
    std::copy_n(bytes.data(), first, bytes_.get() + at);
    std::copy_n(bytes.data() + first, taken - first, bytes_.get());
    tail_.store(tail + taken, std::memory_order_release);
    return taken;
  }

  /// Consumer: the oldest bytes that lie in one piece, until Drop(); empty when there are none. Before the
  /// first Drop() they are all that there are.
  [[nodiscard]] std::span<const std::uint8_t> Front() const noexcept {
    const std::uint64_t head = head_.load(std::memory_order_relaxed);
    const auto waiting = static_cast<std::size_t>(tail_.load(std::memory_order_acquire) - head);
    const std::size_t at = Offset(head);
    return {bytes_.get() + at, std::min(waiting, capacity_ - at)};
  }
  /// Consumer: no more bytes than Front() gave.
  void Drop(std::size_t count) noexcept {
    head_.store(head_.load(std::memory_order_relaxed) + count, std::memory_order_release);
  }

 private:
  [[nodiscard]] std::size_t Offset(std::uint64_t position) const noexcept {
    return static_cast<std::size_t>(position % capacity_);
  }

  std::unique_ptr<std::uint8_t[]> bytes_;
  std::size_t capacity_;
  // positions only grow
  alignas(64) std::atomic<std::uint64_t> head_{0};
  alignas(64) std::atomic<std::uint64_t> tail_{0};
};

}  // namespace sdkpp
