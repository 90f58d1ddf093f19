#pragma once

#include <chrono>

#include "core/base/field.h"
#include "core/base/instant.h"

namespace sdkpp::jitter {

/// Detects from packets alone whether a user speaks. Speech starts with the first packet that is not a
/// silence frame and ends with five silence frames in a row or some time without packets.
class SpeakingDetector {
 public:
  static constexpr int kSilenceFrames = 5;
  static constexpr Duration kUsualHold = std::chrono::milliseconds(200);

  /// The time without packets. media thread
  void SetHold(Duration hold) noexcept { hold_ = hold; }
  /// A well-formed packet came. media thread
  void OnPacket(Instant now, bool silence) noexcept;
  /// Time passed. media thread
  void OnTick(Instant now) noexcept;

  [[nodiscard]] bool is_speaking() const noexcept { return speaking_; }

  void Save(FieldWriter& out) const noexcept;
  /// The hold is set anew.
  void Restore(FieldReader& in) noexcept;

 private:
  struct Fields;

  Instant last_{};
  Duration hold_ = kUsualHold;
  int silent_ = 0;
  bool speaking_ = false;
};

}  // namespace sdkpp::jitter
