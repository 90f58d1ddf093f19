#include "core/session/path/path.h"

#include <algorithm>

#include "core/rtp/control.h"
#include "core/rtp/datagram_kind.h"

namespace sdkpp::session {

namespace {

constexpr Duration kDiscoveryRepeat = std::chrono::milliseconds(500);
constexpr Duration kDiscoveryLimit = std::chrono::seconds(5);
constexpr Duration kPingInterval = std::chrono::seconds(5);
/// Answers to so many newest pings count: with a new one each 500 ms an answer may be slower than that.
constexpr std::uint32_t kPingsInFlight = 8;

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
  ping_answered_ = true;
  watch_.Start();
}

void Path::Rediscover(Instant now) noexcept {
  if (!open_) return;
  discovering_ = true;
  give_up_ = now + kDiscoveryLimit;
  next_discovery_ = now;
}

void Path::Close() noexcept { open_ = discovering_ = false; }

bool Path::HandleDiscovery(std::span<const std::uint8_t> datagram, Via via, EventSink& events) noexcept {
  if (!discovering_) return false;
  const auto found = rtp::ParseDiscoveryResponse(datagram, ssrc_);
  if (!found) return false;
  discovering_ = false;
  next_ping_ = {};
  watch_.Alive(via, false);
  events.Send(event::AddressFound{*found});
  return true;
}

bool Path::HandlePing(std::span<const std::uint8_t> datagram, Via via, Instant now) noexcept {
  const std::uint32_t age = ping_token_ - rtp::ParsePingToken(datagram);
  if (!open_ || age >= std::min(ping_token_, kPingsInFlight)) return false;
  if (age == 0) {
    round_trip_ = now - ping_sent_;
    ping_answered_ = true;
  }
  watch_.Alive(via, true);
  return true;
}

void Path::HandleSent(std::span<const std::uint8_t> datagram, SendResult result, Instant now) noexcept {
  if (!open_ || discovering_) return;
  watch_.Sent(result, rtp::Classify(datagram) == rtp::DatagramKind::kPingRequest, now);
}

bool Path::Tick(Instant now, Outbox& outbox, EventSink& events) noexcept {
  if (!open_) return false;
  const bool is_due = !discovering_ && now >= next_ping_ && !watch_.probing();
  if (is_due) watch_.PingDue(ping_answered_, now);
  watch_.Tick(now);
  ReportNews(events);
  if (discovering_) {
    Discover(now, outbox, events);
    return false;
  }
  if (watch_.TakePingWanted() || is_due) SendPing(now, outbox);
  return watch_.TakeProbeWanted();
}

void Path::Discover(Instant now, Outbox& outbox, EventSink& events) noexcept {
  if (now >= give_up_) {
    discovering_ = false;
    events.Send(event::AddressNotFound{});
  } else if (now >= next_discovery_) {
    SendDiscovery(now, outbox);
  }
}

void Path::ReportNews(EventSink& events) noexcept {
  if (watch_.TakeSuspicion()) (void)events.Send(event::PathSuspected{});
  const auto news = watch_.TakeNews();
  if (!news) return;
  switch (*news) {
    case PathWatch::News::kSilent:
      return (void)events.Send(event::PathSilent{});
    case PathWatch::News::kBack:
      return (void)events.Send(event::PathBack{});
    case PathWatch::News::kLost:
      return (void)events.Send(event::PathLost{});
  }
}

void Path::SendDiscovery(Instant now, Outbox& outbox) noexcept {
  next_discovery_ = now + kDiscoveryRepeat;
  Put(outbox, rtp::WriteDiscoveryRequest(ssrc_));
}

void Path::SendPing(Instant now, Outbox& outbox) noexcept {
  next_ping_ = now + kPingInterval;
  ping_sent_ = now;
  ping_answered_ = false;
  Put(outbox, rtp::WritePing(++ping_token_));
}

}  // namespace sdkpp::session
