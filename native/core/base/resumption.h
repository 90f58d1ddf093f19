#pragma once

#include <cstdint>

namespace sdkpp {

/// Where an owner of numbers that must never repeat goes on when it is restored.
enum class Resumption : std::uint8_t {
  /// With the next number: the owner that was saved used none since and never will.
  kExact,
  /// At the saved limit, because the owner that was saved may have used all that was granted: nothing is
  /// sealed before the next grant. What was granted after it was saved has to be skipped, too.
  kAtLimit,
};

}  // namespace sdkpp
