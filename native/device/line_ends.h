#pragma once

#include <array>
#include <memory>
#include <utility>

#include "core/player/source.h"
#include "core/session/sound/output.h"
#include "device/device_line.h"

namespace sdkpp::device {

/// The microphone as an input of a session.
class DeviceInput final : public player::Source {
 public:
  explicit DeviceInput(std::shared_ptr<DeviceLine> line) noexcept : line_(std::move(line)) {}
  ~DeviceInput() override { line_->End(); }

  [[nodiscard]] player::SourceBlock Next() noexcept override;
  [[nodiscard]] bool IsMicrophone() const noexcept override { return true; }

 private:
  std::shared_ptr<DeviceLine> line_;
  std::array<float, kBlockValues> captured_{};
};

/// The speaker as an output of a session.
class DeviceOutput final : public session::Output {
 public:
  explicit DeviceOutput(std::shared_ptr<DeviceLine> line) noexcept : line_(std::move(line)) {}
  ~DeviceOutput() override { line_->End(); }

  void Play(std::span<const std::int16_t, kBlockValues> block) noexcept override;

 private:
  std::shared_ptr<DeviceLine> line_;
  std::array<float, kBlockValues> played_{};
};

}  // namespace sdkpp::device
