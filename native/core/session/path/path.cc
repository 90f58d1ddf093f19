#include "core/session/path/path.h"

#include <algorithm>

#include "core/base/field_reader.h"
#include "core/base/field_writer.h"
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

struct Path::Fields {
  static constexpr Field kSsrc{1, "SSRC"};
  static constexpr Field kOpen{2, "open"};
  static constexpr Field kDiscovering{3, "discovering"};
  static constexpr Field kNextPing{4, "next ping"};
  static constexpr Field kPingSent{5, "ping sent"};
  static constexpr Field kPingToken{6, "ping token"};
  static constexpr Field kPingAnswered{7, "ping answered"};
  static constexpr Field kRoundTrip{8, "round trip"};
  static constexpr Field kWatch{9, "watch"};
};

void Path::Save(FieldWriter& out) const noexcept {
  out.Number(Fields::kSsrc, ssrc_);
  out.Number(Fields::kOpen, open_);
  out.Number(Fields::kDiscovering, discovering_);
  out.Time(Fields::kNextPing, next_ping_);
  out.Time(Fields::kPingSent, ping_sent_);
  out.Number(Fields::kPingToken, ping_token_);
  out.Number(Fields::kPingAnswered, ping_answered_);
  out.Number(Fields::kRoundTrip, round_trip_);
  out.Part(Fields::kWatch, watch_);
}

void Path::Restore(FieldReader& in) noexcept {
  ssrc_ = in.Number<Ssrc>(Fields::kSsrc);
  open_ = in.Number<bool>(Fields::kOpen);
  if (in.Number<bool>(Fields::kDiscovering)) Rediscover(in.now());
  next_ping_ = in.Time(Fields::kNextPing);
  ping_sent_ = in.PastTime(Fields::kPingSent);
  ping_token_ = in.Number<std::uint32_t>(Fields::kPingToken);
  ping_answered_ = in.Number<bool>(Fields::kPingAnswered);
  round_trip_ = in.Maybe<Duration>(Fields::kRoundTrip);
  in.Part(Fields::kWatch, watch_);
}

}  // namespace sdkpp::session
