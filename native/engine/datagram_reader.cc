#include "engine/datagram_reader.h"

#include <algorithm>

namespace sdkpp::engine {

Instant DatagramReader::Arrived(Duration age) const noexcept { return std::clamp(now_ - age, since_, now_); }

}  // namespace sdkpp::engine
