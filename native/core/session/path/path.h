#pragma once

#include <cstdint>
#include <optional>
#include <span>

#include "core/base/field.h"
#include "core/base/instant.h"
#include "core/base/strong.h"
#include "core/session/exchange/event_sink.h"
#include "core/session/exchange/outbox.h"
#include "core/session/path/path_watch.h"

namespace sdkpp::session {

/// The UDP path of one voice session: finds the public address, keeps the path open with pings and detects
/// when it is dead.
class Path {
 public:
  /// Begins IP discovery. Media thread, like everything here.
  void Open(Ssrc ssrc, Instant now) noexcept;
  /// Finds the public address again, of a path that was open before.
  void Rediscover(Instant now) noexcept;
  void Close() noexcept;
  [[nodiscard]] bool open() const noexcept { return open_; }
  [[nodiscard]] bool discovering() const noexcept { return discovering_; }

  /// An untrusted discovery answer. False when it is not meant for us.
  bool HandleDiscovery(std::span<const std::uint8_t> datagram, Via via, EventSink& events) noexcept;
  /// An untrusted ping answer.
  bool HandlePing(std::span<const std::uint8_t> datagram, Via via, Instant now) noexcept;
  /// True when a new path is being tried and something authentic should go with the ping.
  bool Tick(Instant now, Outbox& outbox, EventSink& events) noexcept;
  /// Until when ticks do nothing if nothing else happens; zero when they do something.
  [[nodiscard]] Instant quiet_until() const noexcept {
    return open_ && !discovering_ && watch_.at_rest() ? next_ping_ : Instant{};
  }
  /// The result of sending a datagram of the outbox.
  void HandleSent(std::span<const std::uint8_t> datagram, SendResult result, Instant now) noexcept;
  /// Detects a dead path; notify it of everything authentic while the path is usable.
  [[nodiscard]] PathWatch& watch() noexcept { return watch_; }
  [[nodiscard]] const PathWatch& watch() const noexcept { return watch_; }

  /// Newest UDP round trip.
  [[nodiscard]] std::optional<Duration> round_trip() const noexcept { return round_trip_; }

  /// The numbers of its pings, and whether it works. A path that was in doubt is tried anew at once.
  void Save(FieldWriter& out) const noexcept;
  void Restore(FieldReader& in) noexcept;

 private:
  struct Fields;

  void Discover(Instant now, Outbox& outbox, EventSink& events) noexcept;
  void SendDiscovery(Instant now, Outbox& outbox) noexcept;
  void SendPing(Instant now, Outbox& outbox) noexcept;
  void ReportNews(EventSink& events) noexcept;

  Ssrc ssrc_;
  bool open_ = false;
  bool discovering_ = false;
  Instant give_up_{};
  Instant next_discovery_{};
  Instant next_ping_{};
  Instant ping_sent_{};
  std::uint32_t ping_token_ = 0;
  bool ping_answered_ = true;
  PathWatch watch_;
  std::optional<Duration> round_trip_;
};

}  // namespace sdkpp::session
