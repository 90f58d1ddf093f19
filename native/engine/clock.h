#pragma once

#include "core/base/instant.h"

namespace sdkpp::engine {

/// The monotonic clock as an Instant.
[[nodiscard]] Instant Now() noexcept;

/// How long the machine has slept since it started; zero where the system does not report it.
[[nodiscard]] Duration TimeAsleep() noexcept;

/// Processor time that the calling thread has used. On Windows, where the system counts it in steps longer
/// than a tick: the time that has passed.
[[nodiscard]] Duration ThreadTime() noexcept;

}  // namespace sdkpp::engine
