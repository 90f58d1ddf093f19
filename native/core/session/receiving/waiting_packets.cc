#include "core/session/receiving/waiting_packets.h"

#include <algorithm>

#include "core/base/field_reader.h"
#include "core/base/field_writer.h"

namespace sdkpp::session {

template <class Match>
WaitingPackets::Slot* WaitingPackets::Oldest(const Match& matches) noexcept {
  Slot* oldest = nullptr;
  for (Slot& each : slots_) {
    if (!each.used || !matches(each)) continue;
    if (oldest == nullptr || each.packet.arrived < oldest->packet.arrived) oldest = &each;
  }
  return oldest;
}

void WaitingPackets::Keep(Instant now, const rtp::OpenedRtp& packet, bool claimed) noexcept {
  Expire(now);
  Slot* free = nullptr;
  std::size_t same = 0;
  std::size_t unclaimed = 0;
  for (Slot& each : slots_) {
    if (!each.used && free == nullptr) free = &each;
    if (each.used && each.packet.ssrc == packet.header.ssrc) ++same;
    if (each.used && !each.claimed) ++unclaimed;
  }
  if (free == nullptr) free = slots_.Add();
  if (free == nullptr && claimed) {
    free = Oldest([](const Slot& each) { return !each.claimed; });
    if (free != nullptr) Drop(*free);
  }
  if (free == nullptr || same >= kPerSsrc || (!claimed && unclaimed >= kUnclaimed)) {
    ++dropped_;
    return;
  }
  free->used = true;
  free->claimed = claimed;
  free->packet.arrived = now;
  free->packet.ssrc = packet.header.ssrc;
  free->packet.sequence = packet.header.sequence;
  free->packet.timestamp = packet.header.timestamp;
  free->packet.size = static_cast<std::uint16_t>(packet.payload.size());
  std::ranges::copy(packet.payload, free->packet.bytes.begin());
}

const WaitingPackets::Packet* WaitingPackets::Take(Instant now, Ssrc ssrc) noexcept {
  Expire(now);
  Slot* oldest = Oldest([&](const Slot& each) { return each.packet.ssrc == ssrc; });
  if (oldest == nullptr) return nullptr;
  oldest->used = false;
  return &oldest->packet;
}

bool WaitingPackets::Has(Ssrc ssrc) const noexcept {
  return std::ranges::any_of(slots_, [&](const Slot& each) { return each.used && each.packet.ssrc == ssrc; });
}

void WaitingPackets::Clear() noexcept { slots_.Clear(); }

void WaitingPackets::Expire(Instant now) noexcept {
  for (Slot& each : slots_) {
    if (each.used && now - each.packet.arrived > kLimit) Drop(each);
  }
}

void WaitingPackets::Drop(Slot& slot) noexcept {
  slot.used = false;
  ++dropped_;
}

struct WaitingPackets::Fields {
  static constexpr Field kPacket{1, "packet"};
  static constexpr Field kDropped{2, "dropped"};
  // of a packet
  static constexpr Field kClaimed{1, "claimed"};
  static constexpr Field kArrived{2, "arrived"};
  static constexpr Field kSsrc{3, "SSRC"};
  static constexpr Field kSequence{4, "sequence"};
  static constexpr Field kTimestamp{5, "timestamp"};
  static constexpr Field kPayload{6, "payload"};
};

void WaitingPackets::Save(FieldWriter& out) const noexcept {
  for (const Slot& each : slots_) {
    if (!each.used) continue;
    out.Record(Fields::kPacket, [&](FieldWriter& record) noexcept {
      record.Number(Fields::kClaimed, each.claimed);
      record.Time(Fields::kArrived, each.packet.arrived);
      record.Number(Fields::kSsrc, each.packet.ssrc);
      record.Number(Fields::kSequence, each.packet.sequence);
      record.Number(Fields::kTimestamp, each.packet.timestamp);
      record.Bytes(Fields::kPayload, each.packet.payload());
    });
  }
  out.Number(Fields::kDropped, dropped_);
}

void WaitingPackets::Restore(FieldReader& in) noexcept {
  in.EachRecord(Fields::kPacket, [&](FieldReader record) {
    const auto payload = record.Bytes(Fields::kPayload);
    if (payload.size() > kMaxReceivedPayload) return record.Refuse(Fields::kPayload);
    Slot* slot = slots_.Add();
    if (slot == nullptr) return in.Refuse(Fields::kPacket);
    slot->used = true;
    slot->claimed = record.Number<bool>(Fields::kClaimed);
    slot->packet.arrived = record.PastTime(Fields::kArrived);
    slot->packet.ssrc = record.Number<Ssrc>(Fields::kSsrc);
    slot->packet.sequence = record.Number<Sequence>(Fields::kSequence);
    slot->packet.timestamp = record.Number<RtpTimestamp>(Fields::kTimestamp);
    slot->packet.size = static_cast<std::uint16_t>(payload.size());
    std::ranges::copy(payload, slot->packet.bytes.begin());
  });
  dropped_ = in.Number<std::uint64_t>(Fields::kDropped);
}

}  // namespace sdkpp::session
