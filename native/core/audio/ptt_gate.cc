#include "core/audio/ptt_gate.h"

#include <algorithm>

namespace sdkpp::audio {

void PttGate::SetActive(bool active, Instant now) noexcept {
  if (active_ && !active) {
    released_ = true;
    released_at_ = now;
  }
  active_ = active;
}

void PttGate::SetReleaseDelay(Duration delay) noexcept { delay_ = std::max(delay, Duration::zero()); }

bool PttGate::IsOpen(Instant at) const noexcept {
  return active_ || (released_ && at - released_at_ < delay_);
}

}  // namespace sdkpp::audio
