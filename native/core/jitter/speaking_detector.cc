#include "core/jitter/speaking_detector.h"

#include <algorithm>

namespace sdkpp::jitter {

void SpeakingDetector::OnPacket(Instant now, bool silence) noexcept {
  last_ = now;
  silent_ = silence ? std::min(silent_ + 1, kSilenceFrames) : 0;
  if (!silence) speaking_ = true;
  if (silent_ == kSilenceFrames) speaking_ = false;
}

void SpeakingDetector::OnTick(Instant now) noexcept {
  if (now - last_ >= hold_) speaking_ = false;
}

}  // namespace sdkpp::jitter
