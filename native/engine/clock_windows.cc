#include <windows.h>

#include <chrono>

#include "engine/clock.h"

namespace sdkpp::engine {

Duration TimeAsleep() noexcept {
  ULONGLONG awake = 0;  // in 100 ns
  if (!QueryUnbiasedInterruptTime(&awake)) return Duration::zero();
  const auto since_start = std::chrono::milliseconds(GetTickCount64());
  return since_start - std::chrono::nanoseconds(static_cast<std::int64_t>(awake) * 100);
}

Duration ThreadTime(Duration waited) noexcept { return Now().time_since_epoch() - waited; }

}  // namespace sdkpp::engine
