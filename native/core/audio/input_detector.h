#pragma once

#include <cstdint>
#include <optional>
#include <span>

#include "core/base/field.h"

namespace sdkpp::audio {

/// Detects a silent microphone: reports each crossing of a level, down after 5 s below it, up at once.
class InputDetector {
 public:
  static constexpr int kQuietBlocks = 250;

  /// dBFS, clamped to [-100, 100]; -100 switches detection off.
  void SetThreshold(float dbfs) noexcept;
  /// One 20 ms block; empty counts as silence. media thread
  void Process(std::span<const std::int16_t> block) noexcept;
  /// The last crossing that has not been taken: whether there is input.
  [[nodiscard]] std::optional<bool> TakeChange() noexcept;

  /// Whether there is input, and for how long there is none. The threshold is set anew.
  void Save(FieldWriter& out) const noexcept;
  void Restore(FieldReader& in) noexcept;

 private:
  struct Fields;

  void Report(bool detected) noexcept;

  float threshold_ = -100.0F;
  int quiet_blocks_ = 0;
  bool detected_ = true;
  std::optional<bool> change_;
};

}  // namespace sdkpp::audio
