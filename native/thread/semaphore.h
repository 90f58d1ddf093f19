#pragma once

#if defined(_WIN32)
#include <condition_variable>
#include <mutex>
#elif defined(__linux__)
#include <semaphore.h>

#include <cerrno>
#else
#include <semaphore>
#endif

namespace sdkpp::thread {

#if defined(_WIN32)

/// Counts posts for one waiting thread. MinGW's std::counting_semaphore loses wake-ups: it compares the count
/// before it takes the lock under which it sleeps, and posts take no lock. So do its atomic waits.
class Semaphore {
 public:
  /// The lock is held only to count.
  void Release() noexcept {
    const std::lock_guard lock(mutex_);
    ++count_;
    posted_.notify_one();
  }
  void Acquire() noexcept {
    std::unique_lock lock(mutex_);
    posted_.wait(lock, [this] { return count_ > 0; });
    --count_;
  }

 private:
  std::mutex mutex_;
  std::condition_variable posted_;
  int count_ = 0;
};

#elif defined(__linux__)

/// Counts posts for one waiting thread. Posting takes no lock. Not std::counting_semaphore: that of GCC
/// yields the processor a dozen times before it sleeps, and here nearly every wait is for the next tick.
class Semaphore {
 public:
  Semaphore() noexcept { (void)sem_init(&count_, 0, 0); }
  ~Semaphore() { (void)sem_destroy(&count_); }
  Semaphore(const Semaphore&) = delete;
  Semaphore& operator=(const Semaphore&) = delete;

  void Release() noexcept { (void)sem_post(&count_); }
  void Acquire() noexcept {
    while (sem_wait(&count_) != 0 && errno == EINTR) continue;
  }

 private:
  sem_t count_{};
};

#else

/// Counts posts for one waiting thread. Posting takes no lock.
class Semaphore {
 public:
  void Release() noexcept { count_.release(); }
  void Acquire() noexcept { count_.acquire(); }

 private:
  std::counting_semaphore<> count_{0};
};

#endif

}  // namespace sdkpp::thread
