#pragma once

#include <array>
#include <atomic>
#include <cstdint>

namespace sdkpp {

/// Newest-value mailbox between one writer and one reader thread; neither ever waits for the other.
template <class T>
class TripleBuffer {
 public:
  TripleBuffer() = default;
  /// Each value is made of `argument`.
  template <class Argument>
  explicit TripleBuffer(Argument& argument) : slots_{T(argument), T(argument), T(argument)} {}

  /// Writer: the value to fill, then Publish().
  [[nodiscard]] T& Back() noexcept { return slots_[back_]; }
  void Publish() noexcept { back_ = middle_.exchange(back_ | kNew, std::memory_order_acq_rel) & kIndex; }

  /// Reader: the newest published value, which is the reader's until the next call.
  [[nodiscard]] T& Newest() noexcept {
    if ((middle_.load(std::memory_order_relaxed) & kNew) != 0) {
      front_ = middle_.exchange(front_, std::memory_order_acq_rel) & kIndex;
    }
    return slots_[front_];
  }

 private:
  static constexpr std::uint8_t kIndex = 3;
  static constexpr std::uint8_t kNew = 4;

  std::array<T, 3> slots_{};
  std::atomic<std::uint8_t> middle_{1};
  std::uint8_t back_ = 0;
  std::uint8_t front_ = 2;
};

}  // namespace sdkpp
