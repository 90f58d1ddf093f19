#include "device/line_ends.h"

#include "core/audio/samples.h"
#include "device/now.h"

namespace sdkpp::device {

// media thread
player::SourceBlock DeviceInput::Next() noexcept {
  OpenDevice* device = line_->Acquire();
  audio::ClockBridge* bridge = device != nullptr ? device->bridge() : nullptr;
  if (bridge == nullptr || !bridge->Read(Now(), captured_)) return {};
  return {.kind = player::SourceBlock::Kind::kCaptured, .captured = captured_};
}

// media thread
void DeviceOutput::Play(std::span<const std::int16_t, kBlockValues> block) noexcept {
  OpenDevice* device = line_->Acquire();
  audio::ClockBridge* bridge = device != nullptr ? device->bridge() : nullptr;
  if (bridge == nullptr) return;
  audio::Widen(block, played_);
  bridge->Write(Now(), played_);
}

}  // namespace sdkpp::device
