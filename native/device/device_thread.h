#pragma once

#include <atomic>
#include <memory>
#include <optional>

#include "thread/thread.h"

namespace sdkpp::device {

/// A thread for calls into an audio system, which may never return. Its owner joins it once it has ended, or
/// abandons it; what it uses lives until then, whatever its owner does.
class DeviceThread : public std::enable_shared_from_this<DeviceThread> {
 public:
  virtual ~DeviceThread() = default;
  DeviceThread(const DeviceThread&) = delete;
  DeviceThread& operator=(const DeviceThread&) = delete;

  /// False when the system has no thread left; it then counts as ended.
  bool Start();
  [[nodiscard]] bool ended() const noexcept { return ended_.load(std::memory_order_acquire); }
  /// Only when ended().
  void Join() noexcept { thread_.reset(); }
  /// Its end is of no interest any more: it may go on until the process ends, and the addon's code stays
  /// loaded for it.
  void Abandon() noexcept;

 protected:
  DeviceThread() = default;
  virtual void Run() noexcept = 0;

 private:
  std::atomic<bool> ended_{false};
  std::optional<thread::Thread> thread_;
};

}  // namespace sdkpp::device
