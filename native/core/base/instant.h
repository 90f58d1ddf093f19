#pragma once

#include <chrono>

namespace sdkpp {

/// Tag of the monotonic time line that callers pass in. It has no now(): nothing in core may ask for the
/// time.
struct MediaClock {
  using duration = std::chrono::nanoseconds;
  using rep = duration::rep;
  using period = duration::period;
  using time_point = std::chrono::time_point<MediaClock>;
  static constexpr bool is_steady = true;
};

using Instant = MediaClock::time_point;
using Duration = MediaClock::duration;

}  // namespace sdkpp
