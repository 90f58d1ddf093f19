#include "device/open_device.h"

#include <algorithm>
#include <utility>

#include "core/base/audio_format.h"
#include "device/now.h"

namespace sdkpp::device {

LineMachine::Observed OpenDevice::Observe() const {
  if (failed_.load(std::memory_order_acquire)) return {OpenState::kFailed, 0, error_};
  if (lost_.load(std::memory_order_acquire)) return {OpenState::kLost, 0, {}};
  if (!running_.load(std::memory_order_acquire)) return {};
  return {OpenState::kRunning, callbacks_.load(std::memory_order_relaxed), {}};
}

void OpenDevice::Close() noexcept {
  if (!closing_.exchange(true, std::memory_order_acq_rel)) close_.Release();
}

void OpenDevice::Fail(std::string text) {
  error_ = std::move(text);
  failed_.store(true, std::memory_order_release);
}

void OpenDevice::Run() noexcept {
  const auto system = make_system_();
  if (!system) return Fail("there is no audio system");
  auto opened = system->Open(direction_, id_, *this);
  if (const auto* error = std::get_if<DeviceError>(&opened)) return Fail(error->text);
  running_.store(true, std::memory_order_release);
  close_.Acquire();
  std::get<std::unique_ptr<Stream>>(opened).reset();
}

void OpenDevice::Begin(const StreamShape& shape) {
  const bool captures = direction_ == Direction::kCapture;
  owned_bridge_ = std::make_unique<audio::ClockBridge>(
      captures ? audio::ClockBridge::Shape{shape.rate, kSampleRate, shape.period_frames, kBlockSamples}
               : audio::ClockBridge::Shape{kSampleRate, shape.rate, kBlockSamples, shape.period_frames});
  bridge_.store(owned_bridge_.get(), std::memory_order_release);
}

// audio thread
void OpenDevice::Captured(std::span<const float> frames) noexcept {
  callbacks_.fetch_add(1, std::memory_order_relaxed);
  if (!closing()) owned_bridge_->Write(Now(), frames);
}

// audio thread
void OpenDevice::Play(std::span<float> frames) noexcept {
  callbacks_.fetch_add(1, std::memory_order_relaxed);
  if (closing())
    std::ranges::fill(frames, 0.0F);
  else
    (void)owned_bridge_->Read(Now(), frames);
}

}  // namespace sdkpp::device
