#pragma once

#include <atomic>
#include <cstddef>
#include <memory>
#include <new>
#include <optional>
#include <type_traits>
#include <utility>

#include "core/base/reserve.h"

namespace sdkpp {

/// Bounded queue between exactly one producer thread and one consumer thread. Neither side waits, and
/// neither allocates after construction. Slots are made when items come: those that were never used cost no
/// memory.
template <class T>
class SpscRing {
  static_assert(alignof(T) <= __STDCPP_DEFAULT_NEW_ALIGNMENT__);

 public:
  /// `capacity` items; one more slot distinguishes full from empty.
  explicit SpscRing(std::size_t capacity)
      : own_(new std::byte[BytesFor(capacity)]), slots_(own_.get()), count_(capacity + 1) {}
  /// Its memory is of `reserve`, which must live longer.
  SpscRing(std::size_t capacity, Reserve& reserve)
      : slots_(reserve.Take(BytesFor(capacity))), count_(capacity + 1) {}
  ~SpscRing() {
    while (Front() != nullptr) Release();
  }

  SpscRing(const SpscRing&) = delete;
  SpscRing& operator=(const SpscRing&) = delete;

  /// Producer. False when full; `item` is then untouched.
  [[nodiscard]] bool Push(T&& item) noexcept {
    const std::size_t tail = tail_.load(std::memory_order_relaxed);
    const std::size_t next = Next(tail);
    if (next == head_.load(std::memory_order_acquire)) return false;
    std::construct_at(At(tail), std::move(item));
    tail_.store(next, std::memory_order_release);
    return true;
  }

  /// Consumer.
  [[nodiscard]] std::optional<T> Pop() noexcept {
    const std::size_t head = head_.load(std::memory_order_relaxed);
    if (head == tail_.load(std::memory_order_acquire)) return std::nullopt;
    std::optional<T> item(std::move(*At(head)));
    std::destroy_at(At(head));
    head_.store(Next(head), std::memory_order_release);
    return item;
  }

  /// Producer: the slot the next item goes into, to be filled in place, or nullptr when full. Commit() sends
  /// it.
  [[nodiscard]] T* Claim() noexcept requires std::is_trivially_copyable_v<T> {
    const std::size_t tail = tail_.load(std::memory_order_relaxed);
    if (Next(tail) == head_.load(std::memory_order_acquire)) return nullptr;
    return At(tail);
  }
  void Commit() noexcept {
    tail_.store(Next(tail_.load(std::memory_order_relaxed)), std::memory_order_release);
  }

  /// Consumer: the oldest item in place, or nullptr when empty. Release() frees its slot.
  [[nodiscard]] T* Front() noexcept {
    const std::size_t head = head_.load(std::memory_order_relaxed);
    if (head == tail_.load(std::memory_order_acquire)) return nullptr;
    return At(head);
  }
  void Release() noexcept {
    const std::size_t head = head_.load(std::memory_order_relaxed);
    std::destroy_at(At(head));
    head_.store(Next(head), std::memory_order_release);
  }

  /// Either side; a moment later it may differ.
  [[nodiscard]] std::size_t size() const noexcept {
    const std::size_t head = head_.load(std::memory_order_acquire);
    const std::size_t tail = tail_.load(std::memory_order_acquire);
    return tail >= head ? tail - head : tail + count_ - head;
  }
  [[nodiscard]] std::size_t capacity() const noexcept { return count_ - 1; }

 private:
  [[nodiscard]] std::size_t Next(std::size_t at) const noexcept { return at + 1 == count_ ? 0 : at + 1; }

  [[nodiscard]] static constexpr std::size_t BytesFor(std::size_t capacity) noexcept {
    // NOLINTNEXTLINE(bugprone-sizeof-expression): items may be pointers
    return sizeof(T) * (capacity + 1);
  }
  [[nodiscard]] T* At(std::size_t slot) const noexcept {
    return std::launder(reinterpret_cast<T*>(slots_)) + slot;
  }

  std::unique_ptr<std::byte[]> own_;
  std::byte* slots_;
  std::size_t count_;
  alignas(64) std::atomic<std::size_t> head_{0};
  alignas(64) std::atomic<std::size_t> tail_{0};
};

}  // namespace sdkpp
