#pragma once

#include <optional>
#include <thread>

namespace sdkpp::thread {

/// A thread that is joined before it goes. Starting one may fail, as in a container with a limit on threads.
class Thread {
 public:
  /// Runs `run(context)` on a new thread; nothing when the system has no thread left. `context` must outlive
  /// the thread.
  [[nodiscard]] static std::optional<Thread> Start(void (*run)(void*) noexcept, void* context) noexcept;

  Thread(Thread&&) noexcept = default;
  Thread& operator=(Thread&&) = delete;
  /// Waits for the end of the thread.
  ~Thread() {
    if (thread_.joinable()) thread_.join();
  }
  /// Lets it run on, for threads inside a call that may never return. Objects that they use must stay.
  void Abandon() noexcept { thread_.detach(); }

 private:
  explicit Thread(std::thread thread) noexcept : thread_(std::move(thread)) {}

  std::thread thread_;
};

}  // namespace sdkpp::thread
