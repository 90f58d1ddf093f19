#pragma once

#include <atomic>

namespace sdkpp {

/// Who has something for the JavaScript thread: any thread adds, one thread takes all. Adding neither waits
/// nor allocates, and an entry that is in the list already is not added again.
class WokenList {
 public:
  /// One that can be added; it must not go while it is in a list.
  class Entry {
   public:
    /// What the taking thread keeps with it; that thread alone reads and writes it.
    void* owner = nullptr;

   private:
    friend WokenList;
    std::atomic<bool> listed_{false};
    Entry* next_ = nullptr;
  };

  void Add(Entry& entry) noexcept {
    // An exchange: it passes on what this thread wrote, although another one may have added the entry.
    if (entry.listed_.exchange(true, std::memory_order_acq_rel)) return;
    entry.next_ = first_.load(std::memory_order_relaxed);
    while (!first_.compare_exchange_weak(entry.next_, &entry, std::memory_order_release,
                                         std::memory_order_relaxed)) {
    }
  }

  /// Takes all out and calls `visit` with each; from then on it can be added again.
  template <class Visit>
  void TakeAll(const Visit& visit) noexcept {
    Entry* entry = first_.exchange(nullptr, std::memory_order_acquire);
    while (entry != nullptr) {
      Entry& taken = *entry;
      entry = taken.next_;
      (void)taken.listed_.exchange(false, std::memory_order_acq_rel);
      visit(taken);
    }
  }

 private:
  std::atomic<Entry*> first_{nullptr};
};

}  // namespace sdkpp
