#pragma once

#include "core/base/instant.h"

namespace sdkpp::engine {

/// The monotonic clock as an Instant.
[[nodiscard]] Instant Now() noexcept;

/// How long the machine has slept since it started; zero where the system does not report it.
[[nodiscard]] Duration TimeAsleep() noexcept;

}  // namespace sdkpp::engine
