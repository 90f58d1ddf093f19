#pragma once

#include <algorithm>
#include <chrono>

#include "core/base/instant.h"

namespace sdkpp::session {

/// The greatest of some levels, each of which counts for 200 to 400 ms after it was added.
class LoudestLately {
 public:
  /// Longer ago no level counts.
  static constexpr Duration kWindow = std::chrono::milliseconds(400);
  /// Below every level, dBFS.
  static constexpr float kUnknown = -200;

  /// `level` in dBFS. Time may go back a little. media thread
  void Add(Instant now, float level) noexcept {
    if (now - begun_ >= kHalf) {
      before_ = now - begun_ < kWindow ? newest_ : kUnknown;
      newest_ = kUnknown;
      begun_ = now;
    }
    newest_ = std::max(newest_, level);
  }

  /// kUnknown when no level counts any more. media thread
  [[nodiscard]] float At(Instant now) const noexcept {
    const Duration age = now - begun_;
    if (age >= kWindow) return kUnknown;
    return age < kHalf ? std::max(newest_, before_) : newest_;
  }

 private:
  static constexpr Duration kHalf = kWindow / 2;

  Instant begun_{-kWindow};  ///< when the newest half began
  float newest_ = kUnknown;
  float before_ = kUnknown;  ///< of the half before
};

}  // namespace sdkpp::session
