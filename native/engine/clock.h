#pragma once

#include "core/base/instant.h"

namespace sdkpp::engine {

/// The monotonic clock as an Instant.
[[nodiscard]] Instant Now() noexcept;

/// How long the machine has slept since it started; zero where the system does not report it.
[[nodiscard]] Duration TimeAsleep() noexcept;

/// Processor time that the calling thread has used; `waited`: how long it has waited so far. On Windows,
/// which counts processor time in steps almost as long as a tick, all time in which it did not wait.
[[nodiscard]] Duration ThreadTime(Duration waited) noexcept;

}  // namespace sdkpp::engine
