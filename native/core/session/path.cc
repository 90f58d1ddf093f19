#include "core/session/path.h"

#include <algorithm>

#include "core/rtp/control.h"

namespace sdkpp::session {

namespace {

constexpr Duration kDiscoveryRepeat = std::chrono::milliseconds(500);
constexpr Duration kDiscoveryLimit = std::chrono::seconds(5);
constexpr Duration kPingInterval = std::chrono::seconds(5);

void Put(Outbox& outbox, std::span<const std::uint8_t> bytes) noexcept {
  const auto room = outbox.Claim();
  if (room.size() < bytes.size()) return;
  std::ranges::copy(bytes, room.begin());
  outbox.Commit(bytes.size());
}

}  // namespace

void Path::Open(Ssrc ssrc, Instant now) noexcept {
  ssrc_ = ssrc;
  open_ = discovering_ = true;
  give_up_ = now + kDiscoveryLimit;
  next_discovery_ = now;
  round_trip_.reset();
}

void Path::Close() noexcept { open_ = discovering_ = false; }

bool Path::HandleDiscovery(std::span<const std::uint8_t> datagram, EventSink& events) noexcept {
  if (!discovering_) return false;
  const auto found = rtp::ParseDiscoveryResponse(datagram, ssrc_);
  if (!found) return false;
  discovering_ = false;
  next_ping_ = {};
  events.Send(event::AddressFound{*found});
  return true;
}

bool Path::HandlePing(std::span<const std::uint8_t> datagram, Instant now) noexcept {
  if (!open_ || ping_token_ == 0 || rtp::ParsePingToken(datagram) != ping_token_) return false;
  round_trip_ = now - ping_sent_;
  return true;
}

void Path::Tick(Instant now, Outbox& outbox, EventSink& events) noexcept {
  if (!open_) return;
  if (!discovering_) {
    if (now >= next_ping_) SendPing(now, outbox);
    return;
  }
  if (now >= give_up_) {
    discovering_ = false;
    events.Send(event::AddressNotFound{});
  } else if (now >= next_discovery_) {
    SendDiscovery(now, outbox);
  }
}

void Path::SendDiscovery(Instant now, Outbox& outbox) noexcept {
  next_discovery_ = now + kDiscoveryRepeat;
  Put(outbox, rtp::WriteDiscoveryRequest(ssrc_));
}

void Path::SendPing(Instant now, Outbox& outbox) noexcept {
  next_ping_ = now + kPingInterval;
  ping_sent_ = now;
  Put(outbox, rtp::WritePing(++ping_token_));
}

}  // namespace sdkpp::session
