#include "core/session/receiving/waiting_packets.h"

#include <algorithm>

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

}  // namespace sdkpp::session
