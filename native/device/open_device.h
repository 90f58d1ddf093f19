#pragma once

#include <atomic>
#include <memory>
#include <string>

#include "core/audio/clock_bridge.h"
#include "device/audio_system.h"
#include "device/device_thread.h"
#include "device/line_machine.h"
#include "thread/semaphore.h"

namespace sdkpp::device {

/// One device and the thread that opens and closes it, with the bridge between the device's clock and the
/// media thread's.
class OpenDevice final : public DeviceThread, private StreamClient {
 public:
  OpenDevice(AudioSystemFactory make_system, Direction direction, std::string id)
      : make_system_(std::move(make_system)), direction_(direction), id_(std::move(id)) {}

  [[nodiscard]] LineMachine::Observed Observe() const;
  /// The device is not wanted any more: it is silent from now on, and closed as soon as it can be.
  void Close() noexcept;
  [[nodiscard]] bool closing() const noexcept { return closing_.load(std::memory_order_acquire); }

  /// nullptr until the device is open. Media thread, and any other.
  [[nodiscard]] audio::ClockBridge* bridge() const noexcept {
    return bridge_.load(std::memory_order_acquire);
  }

 private:
  void Run() noexcept override;
  void Fail(std::string text);
  void Begin(const StreamShape& shape) override;
  void Captured(std::span<const float> frames) noexcept override;
  void Play(std::span<float> frames) noexcept override;
  void Lost() noexcept override { lost_.store(true, std::memory_order_release); }
  void Resumed() noexcept override { lost_.store(false, std::memory_order_release); }

  AudioSystemFactory make_system_;
  Direction direction_;
  std::string id_;
  std::unique_ptr<audio::ClockBridge> owned_bridge_;
  std::atomic<audio::ClockBridge*> bridge_{nullptr};
  std::string error_;  // written before failed_
  std::atomic<bool> failed_{false};
  std::atomic<bool> running_{false};
  std::atomic<bool> lost_{false};
  std::atomic<bool> closing_{false};
  std::atomic<std::uint64_t> callbacks_{0};
  thread::Semaphore close_;
};

}  // namespace sdkpp::device
