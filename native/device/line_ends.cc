#include "device/line_ends.h"

#include <algorithm>
#include <cmath>

namespace sdkpp::device {

namespace {

constexpr float kFullScale = 32768.0F;

}  // namespace

// media thread
session::InputBlock DeviceInput::Next() noexcept {
  OpenDevice* device = line_->Acquire();
  audio::ClockBridge* bridge = device != nullptr ? device->bridge() : nullptr;
  if (bridge == nullptr || !bridge->Read(captured_)) return {};
  std::ranges::transform(captured_, block_.begin(), [](float value) {
    return static_cast<std::int16_t>(
        std::lrintf(std::clamp(value * kFullScale, -kFullScale, kFullScale - 1)));
  });
  return {session::InputBlock::Kind::kPcm, block_, {}, 0};
}

// media thread
void DeviceOutput::Play(std::span<const std::int16_t, kBlockValues> block) noexcept {
  OpenDevice* device = line_->Acquire();
  audio::ClockBridge* bridge = device != nullptr ? device->bridge() : nullptr;
  if (bridge == nullptr) return;
  std::ranges::transform(block, played_.begin(),
                         [](std::int16_t value) { return static_cast<float>(value) / kFullScale; });
  bridge->Write(played_);
}

}  // namespace sdkpp::device
