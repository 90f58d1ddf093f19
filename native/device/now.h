#pragma once

#include <chrono>

#include "core/base/instant.h"

namespace sdkpp::device {

/// The clock of the threads in this room. No system call on the systems that matter.
[[nodiscard]] inline Instant Now() noexcept {
  return Instant(std::chrono::duration_cast<Duration>(std::chrono::steady_clock::now().time_since_epoch()));
}

}  // namespace sdkpp::device
