#pragma once

#include <chrono>

#include "core/base/instant.h"

namespace sdkpp::dave {

/// Frames of one user in a row that did not open. Few or quick ones are a socket that is late with new keys.
class FailureStreak {
 public:
  static constexpr int kFrames = 36;
  static constexpr Duration kSpan = std::chrono::seconds(3);

  void Add(Instant now) noexcept {
    if (frames_ == 0) since_ = now;
    if (frames_ < kFrames) ++frames_;
    last_ = now;
  }
  /// Whether it is long enough to report. Restart() then counts from zero.
  [[nodiscard]] bool due() const noexcept { return frames_ >= kFrames && last_ - since_ >= kSpan; }
  void Restart() noexcept { frames_ = 0; }

 private:
  int frames_ = 0;
  Instant since_{};
  Instant last_{};
};

}  // namespace sdkpp::dave
