#pragma once

#include <atomic>
#include <cstdint>

#include "device/open_device.h"

namespace sdkpp::device {

/// Counters of a line. -1: no device is open.
struct LineStats {
  double latency_ms = -1;
  std::uint64_t gaps = 0;
};

/// Where the supervisor hands the device in use to the media thread. Neither waits for the other: the media
/// thread marks the device that it uses, and a marked one is not freed.
class DeviceLine {
 public:
  /// The device to use until the next call, or nullptr. Media thread.
  [[nodiscard]] OpenDevice* Acquire() noexcept {
    for (int tries = 0; tries < kTries; ++tries) {
      OpenDevice* device = offered_.load();
      marked_.store(device);
      if (offered_.load() == device) return device;
    }
    marked_.store(nullptr);
    return nullptr;
  }
  /// The media thread is done with this line. The thread that frees its end.
  void End() noexcept {
    marked_.store(nullptr);
    ended_.store(true, std::memory_order_release);
  }

  // Supervisor thread
  void Offer(OpenDevice* device) noexcept { offered_.store(device); }
  [[nodiscard]] bool InUse(const OpenDevice* device) const noexcept { return marked_.load() == device; }
  [[nodiscard]] bool ended() const noexcept { return ended_.load(std::memory_order_acquire); }

 private:
  /// The supervisor changes devices every 50 ms at most.
  static constexpr int kTries = 3;
  std::atomic<OpenDevice*> offered_{nullptr};
  std::atomic<OpenDevice*> marked_{nullptr};
  std::atomic<bool> ended_{false};
};

}  // namespace sdkpp::device
