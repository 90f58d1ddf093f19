#include "core/jitter/stream_guard.h"

namespace sdkpp::jitter {

StreamGuard::Verdict StreamGuard::Judge(const Packet& packet) noexcept {
  if (!started_) {
    started_ = true;
    sequence_ = packet.sequence;
    timestamp_ = packet.timestamp;
    return Verdict::kAccept;
  }
  if (!IsStray(packet)) {
    holding_ = false;
    Note(packet);
    return Verdict::kAccept;
  }
  if (holding_ && packet.sequence == held_.sequence + 1) {
    holding_ = false;
    sequence_ = packet.sequence;
    timestamp_ = packet.timestamp;
    return Verdict::kRestart;
  }
  holding_ = true;
  held_ = packet;
  return Verdict::kHold;
}

void StreamGuard::Note(const Packet& packet) noexcept {
  if (packet.sequence <= sequence_) return;
  sequence_ = packet.sequence;
  timestamp_ = packet.timestamp;
}

bool StreamGuard::IsStray(const Packet& packet) const noexcept {
  const std::int64_t ahead = packet.sequence - sequence_;
  if (ahead > kMaxAhead || ahead < -kMaxBehind) return true;
  return ahead > 0 && packet.timestamp < timestamp_ - kMaxTicksBehind;
}

}  // namespace sdkpp::jitter
