#pragma once

#include <atomic>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <span>

#include "core/base/prefetch.h"

namespace sdkpp {

/// Bounded queue of byte records of any length but none between exactly one producer thread and one consumer
/// thread. Each record lies in one piece, so that both sides work in place. Neither side waits, and neither
/// allocates after construction.
class RecordRing {
 public:
  /// `bytes` in all, a power of two. A record takes its length, rounded up to 8, and 8 more.
  explicit RecordRing(std::size_t bytes)
      : bytes_(std::make_unique_for_overwrite<std::uint64_t[]>(bytes / 8)), size_(bytes) {}

  RecordRing(const RecordRing&) = delete;
  RecordRing& operator=(const RecordRing&) = delete;

  /// Producer: room for a record of `length`, at an address that is a multiple of 8; empty when there is
  /// none. Commit() sends it.
  [[nodiscard]] std::span<std::uint8_t> Claim(std::size_t length) noexcept {
    const std::size_t tail = tail_.load(std::memory_order_relaxed);
    const std::size_t left = size_ - Offset(tail);
    const std::size_t need = Footprint(length);
    // a record that does not fit before the end begins at the start, behind a mark that says so
    const std::size_t skipped = need > left || ShouldStartOver(tail, need) ? left : 0;
    if (need > size_ - skipped || !HasRoom(tail, skipped + need)) return {};
    if (skipped > 0) WriteLength(tail, kSkip);
    WriteLength(tail + skipped, length);
    claimed_ = skipped + need;
    return {At(tail + skipped) + kHead, length};
  }
  void Commit() noexcept {
    tail_.store(tail_.load(std::memory_order_relaxed) + claimed_, std::memory_order_release);
  }

  /// Producer: whether so many bytes are free, lengths of records included. A record that reaches over the
  /// end of the memory takes more than it is long.
  [[nodiscard]] bool HasRoomFor(std::size_t bytes) noexcept {
    return HasRoom(tail_.load(std::memory_order_relaxed), bytes);
  }

  /// Consumer: the bytes that TakeAll() gives at least.
  [[nodiscard]] std::size_t waiting() noexcept {
    const std::size_t tail = known_tail_ = tail_.load(std::memory_order_acquire);
    const std::size_t head = head_.load(std::memory_order_relaxed);
    if (IsOnePiece(head, tail)) return tail - head;
    std::size_t bytes = 0;
    for (std::size_t at = head; at != tail;) {
      const std::size_t step = Step(at);
      if (ReadLength(at) != kSkip) bytes += step;
      at += step;
    }
    return bytes;
  }
  /// Consumer, after waiting(): moves the oldest records that fill `out`, one behind the other: each its
  /// length (64 bits), its bytes, and up to 7 more, so that the next begins at a multiple of 8.
  void TakeAll(std::span<std::uint8_t> out) noexcept {
    std::size_t head = head_.load(std::memory_order_relaxed);
    if (IsOnePiece(head, known_tail_)) {
      std::memcpy(out.data(), At(head), out.size());
      head_.store(head + out.size(), std::memory_order_release);
      return;
    }
    for (std::size_t done = 0; done < out.size();) {
      const std::size_t step = Step(head);
      if (ReadLength(head) != kSkip) {
        std::memcpy(out.data() + done, At(head), step);
        done += step;
      }
      head += step;
    }
    head_.store(head, std::memory_order_release);
  }

  /// Consumer: the oldest record in place, until Release(); empty when there is none.
  [[nodiscard]] std::span<std::uint8_t> Front() noexcept {
    std::size_t head = head_.load(std::memory_order_relaxed);
    if (head == known_tail_) known_tail_ = tail_.load(std::memory_order_acquire);
    if (head == known_tail_) return {};
    if (ReadLength(head) == kSkip) {
      head += Step(head);
      head_.store(head, std::memory_order_release);
    }
    return {At(head) + kHead, static_cast<std::size_t>(ReadLength(head))};
  }
  /// Consumer: `visit` gets each record that waits, oldest first; all of them stay.
  template <class Visit>
  void Each(const Visit& visit) noexcept {
    const std::size_t tail = tail_.load(std::memory_order_acquire);
    for (std::size_t at = head_.load(std::memory_order_relaxed); at != tail; at += Step(at)) {
      if (ReadLength(at) == kSkip) continue;
      visit(std::span<const std::uint8_t>(At(at) + kHead, static_cast<std::size_t>(ReadLength(at))));
    }
  }
  /// Consumer: prefetches the record of Front(), or the one behind it, as far as records of a usual length
  /// reach.
  void Prefetch(bool behind) const noexcept {
    constexpr std::size_t kUsual = 192;
    const std::size_t head = head_.load(std::memory_order_relaxed);
    PrefetchLines(reinterpret_cast<const std::uint8_t*>(bytes_.get()) + Offset(head),
                  behind ? 2 * kUsual : kUsual);
  }
  /// Consumer: frees the record of Front().
  void Release() noexcept {
    const std::size_t head = head_.load(std::memory_order_relaxed);
    head_.store(head + Step(head), std::memory_order_release);
  }

  /// Either side; a moment later it may differ.
  [[nodiscard]] bool empty() const noexcept {
    return head_.load(std::memory_order_acquire) == tail_.load(std::memory_order_acquire);
  }

 private:
  static constexpr std::size_t kHead = 8;
  static constexpr std::uint64_t kSkip = UINT64_MAX;
  /// A ring that is emptied before it comes so far uses this much memory over and over, which stays in cache.
  static constexpr std::size_t kWarm = std::size_t{128} * 1024;

  [[nodiscard]] static std::size_t Footprint(std::size_t length) noexcept {
    return kHead + ((length + 7) & ~std::size_t{7});
  }
  [[nodiscard]] std::size_t Offset(std::size_t position) const noexcept { return position & (size_ - 1); }
  /// Whether all records between these lie one behind the other: a mark reaches to the end of the memory.
  [[nodiscard]] bool IsOnePiece(std::size_t head, std::size_t tail) const noexcept {
    return Offset(head) + (tail - head) <= size_;
  }
  [[nodiscard]] std::uint8_t* At(std::size_t position) noexcept {
    return reinterpret_cast<std::uint8_t*>(bytes_.get()) + Offset(position);
  }
  void WriteLength(std::size_t position, std::uint64_t length) noexcept {
    std::memcpy(At(position), &length, sizeof(length));
  }
  [[nodiscard]] std::uint64_t ReadLength(std::size_t position) noexcept {
    std::uint64_t length = 0;
    std::memcpy(&length, At(position), sizeof(length));
    return length;
  }
  /// From the record or mark at `position` to the next.
  [[nodiscard]] std::size_t Step(std::size_t position) noexcept {
    const std::uint64_t length = ReadLength(position);
    return length == kSkip ? size_ - Offset(position) : Footprint(static_cast<std::size_t>(length));
  }
  [[nodiscard]] bool ShouldStartOver(std::size_t tail, std::size_t need) noexcept {
    if (Offset(tail) < kWarm || need > Offset(tail)) return false;
    known_head_ = head_.load(std::memory_order_acquire);
    return known_head_ == tail;
  }
  [[nodiscard]] bool HasRoom(std::size_t tail, std::size_t need) noexcept {
    if (size_ - (tail - known_head_) >= need) return true;
    known_head_ = head_.load(std::memory_order_acquire);
    return size_ - (tail - known_head_) >= need;
  }

  // Positions only grow. Each side keeps what it last read of the other's, on its own cache line.
  alignas(64) std::atomic<std::size_t> head_{0};
  std::size_t known_tail_ = 0;
  // of both sides, and never written again
  std::unique_ptr<std::uint64_t[]> bytes_;
  std::size_t size_;
  alignas(64) std::atomic<std::size_t> tail_{0};
  std::size_t known_head_ = 0;
  std::size_t claimed_ = 0;
};

}  // namespace sdkpp
