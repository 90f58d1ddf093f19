#include "engine/clock.h"

namespace sdkpp::engine {

Instant Now() noexcept {
  return Instant(std::chrono::duration_cast<Duration>(std::chrono::steady_clock::now().time_since_epoch()));
}

}  // namespace sdkpp::engine
