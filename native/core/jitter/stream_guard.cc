#include "core/jitter/stream_guard.h"

#include "core/base/field_reader.h"
#include "core/base/field_writer.h"
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

struct StreamGuard::Fields {
  static constexpr Field kStarted{1, "started"};
  static constexpr Field kSequence{2, "newest sequence"};
  static constexpr Field kTimestamp{3, "newest timestamp"};
  static constexpr Field kArrival{4, "newest arrival"};
  static constexpr Field kHeld{5, "held packet"};
};

void StreamGuard::Save(FieldWriter& out) const noexcept {
  out.Number(Fields::kStarted, started_);
  out.Number(Fields::kSequence, newest_.sequence);
  out.Number(Fields::kTimestamp, newest_.timestamp);
  out.Time(Fields::kArrival, newest_.arrival);
  if (holding_) out.Part(Fields::kHeld, held_);
}

void StreamGuard::Restore(FieldReader& in, const FrameDecoder& codec) noexcept {
  started_ = in.Number<bool>(Fields::kStarted);
  newest_.sequence = in.NumberIn<std::int64_t>(Fields::kSequence, -kFarthestNumber, kFarthestNumber);
  newest_.timestamp = in.NumberIn<std::int64_t>(Fields::kTimestamp, -kFarthestNumber, kFarthestNumber);
  newest_.arrival = in.PastTime(Fields::kArrival);
  auto held = in.MaybeRecord(Fields::kHeld);
  holding_ = held.has_value();
  if (held) held_.Restore(*held, codec);
}

}  // namespace sdkpp::jitter
