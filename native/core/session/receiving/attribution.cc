#include "core/session/receiving/attribution.h"

#include <algorithm>

namespace sdkpp::session {

Attribution::Search* Attribution::Find(Instant now, Ssrc ssrc) noexcept {
  Search* expired = nullptr;
  for (Search& each : searches_) {
    if (each.used && each.ssrc == ssrc) return &each;
    if (!each.used || now - each.begun >= kWindow) expired = &each;
  }
  if (expired == nullptr) return nullptr;
  *expired = Search();
  expired->used = true;
  expired->ssrc = ssrc;
  expired->begun = now;
  return expired;
}

std::size_t Attribution::Allowance(Instant now, Search& search) noexcept {
  if (now - search.begun >= kWindow) {
    search.begun = now;
    search.tries = 0;
  }
  if (now - begun_ >= kWindow) {
    begun_ = now;
    tries_ = 0;
  }
  return std::min({kTriesPerPacket, kTriesPerSsrc - search.tries, kTriesPerSecond - tries_});
}

}  // namespace sdkpp::session
