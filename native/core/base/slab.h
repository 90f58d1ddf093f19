#pragma once

#include <atomic>
#include <cstddef>
#include <memory>
#include <new>
#include <utility>
#include <vector>

namespace sdkpp {

/// Memory for objects of one kind, side by side: thousands of them lie on few pages. A
/// place that came free is taken again before a new one; pages that no place was taken on yet are not
/// touched. Any thread, but not the media thread, because it waits for others and allocates.
template <class T>
class Slab {
 public:
  Slab() = default;
  Slab(const Slab&) = delete;
  Slab& operator=(const Slab&) = delete;

  [[nodiscard]] void* Take() {
    const Turn turn(busy_);
    if (free_ == nullptr && unused_ == 0) AddPiece();
    if (free_ == nullptr) return pieces_.back().get() + (kTogether - unused_--);
    return std::exchange(free_, free_->next);
  }
  void Give(void* place) noexcept {
    const Turn turn(busy_);
    free_ = std::construct_at(static_cast<Place*>(place), Place{.next = free_});
  }

 private:
  static constexpr std::size_t kTogether = 64;
  /// One thread after the other; each takes a few steps.
  class Turn {
   public:
    explicit Turn(std::atomic_flag& busy) noexcept : busy_(busy) {
      while (busy_.test_and_set(std::memory_order_acquire)) {
      }
    }
    ~Turn() { busy_.clear(std::memory_order_release); }
    Turn(const Turn&) = delete;
    Turn& operator=(const Turn&) = delete;

   private:
    std::atomic_flag& busy_;
  };
  union Place {
    Place* next;
    alignas(T) std::byte object[sizeof(T)];
  };

  void AddPiece() {
    // not cleared: that would touch it
    pieces_.push_back(std::make_unique_for_overwrite<Place[]>(kTogether));
    unused_ = kTogether;
  }

  std::atomic_flag busy_;
  std::vector<std::unique_ptr<Place[]>> pieces_;
  std::size_t unused_ = 0;  ///< at the end of the newest piece
  Place* free_ = nullptr;
};

/// A base for classes whose objects lie in one slab of the process, however they are made. Sanitizers get
/// each object by itself.
template <class T>
class InSlab {
 public:
#ifndef SDKPP_SANITIZED
  [[nodiscard]] static void* operator new(std::size_t) { return All().Take(); }
  static void operator delete(void* place) noexcept { All().Give(place); }
#endif

 private:
  friend T;
  InSlab() = default;

  /// Never destroyed: at the end of the process other threads may still use it.
  [[nodiscard]] static Slab<T>& All() {
    static auto& all = *new Slab<T>;
    return all;
  }
};

}  // namespace sdkpp
