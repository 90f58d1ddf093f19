#include "core/jitter/stream_guard.h"

#include "core/jitter/timing.h"

namespace sdkpp::jitter {

StreamGuard::Verdict StreamGuard::Check(const Packet& packet) noexcept {
  if (!started_ || Fits(packet, newest_)) {
    if (!started_ || packet.sequence > newest_.sequence) newest_ = PositionOf(packet);
    started_ = true;
    holding_ = false;
    return Verdict::kAccept;
  }
  if (holding_ && packet.sequence == held_.sequence + 1 && Fits(packet, PositionOf(held_))) {
    holding_ = false;
    newest_ = PositionOf(packet);
    return Verdict::kRestart;
  }
  holding_ = true;
  held_ = packet;
  return Verdict::kHold;
}

bool StreamGuard::Fits(const Packet& packet, const Position& before) noexcept {
  const std::int64_t ahead = packet.sequence - before.sequence;
  if (ahead > kMaxAhead || ahead < -kMaxBehind) return false;
  // after a pause the timestamp has moved on by the time that passed, or stood still
  const std::int64_t moved = packet.timestamp - before.timestamp;
  const auto passed = static_cast<std::int64_t>(MsOf(packet.arrival - before.arrival) * kTicksPerMs);
  if (moved > passed + kMaxTicksOff) return false;
  return ahead <= 0 || moved >= -kMaxTicksOff;
}

}  // namespace sdkpp::jitter
