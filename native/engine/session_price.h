#pragma once

#include <chrono>
#include <cstdint>

#include "core/base/instant.h"

namespace sdkpp::engine {

/// What a session sends.
enum class Sends : std::uint8_t { kNothing, kPackets, kSamples, kMicrophone };

/// About what one tick of a session costs, before anybody has measured it (bench/RESULTS.md, on the machine
/// named there). `complexity`: of the encoder, 0 to 10.
[[nodiscard]] constexpr Duration SendPrice(Sends sends, int complexity) noexcept {
  using std::chrono::microseconds;
  const microseconds encoding = microseconds(25 + 10 * complexity);
  switch (sends) {
    case Sends::kNothing:
      return microseconds(2);
    case Sends::kPackets:
      return microseconds(5);
    case Sends::kSamples:
      return encoding;
    case Sends::kMicrophone:
      return encoding + microseconds(250);
  }
  return {};
}

/// Of one packet that is received and decoded.
inline constexpr Duration kReceivePrice = std::chrono::microseconds(12);

}  // namespace sdkpp::engine
