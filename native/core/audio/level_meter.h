#pragma once

#include <cstdint>
#include <optional>
#include <span>

namespace sdkpp::audio {

/// The level of blocks for a display: the loudest of three blocks, which is 17 values a second. Silence is
/// said once.
class LevelMeter {
 public:
  static constexpr int kBlocks = 3;

  void SetOn(bool on) noexcept;
  /// One 20 ms block; empty counts as silence. media thread
  void Process(std::span<const std::int16_t> block) noexcept;
  /// dBFS, in [-100, 0], when a new value is due. media thread
  [[nodiscard]] std::optional<float> Take() noexcept;

 private:
  bool on_ = false;
  int blocks_ = 0;
  float loudest_ = 0;
  bool silent_ = false;
  std::optional<float> level_;
};

}  // namespace sdkpp::audio
