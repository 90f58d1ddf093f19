#pragma once

#include <cstdint>
#include <optional>
#include <span>

#include "core/base/instant.h"
#include "core/base/strong.h"
#include "core/session/event_sink.h"
#include "core/session/outbox.h"

namespace sdkpp::session {

/// The UDP path of one voice session: finds the public address, then keeps the way open with pings.
class Path {
 public:
  /// Begins IP discovery. Media thread, like everything here.
  void Open(Ssrc ssrc, Instant now) noexcept;
  void Close() noexcept;
  [[nodiscard]] bool open() const noexcept { return open_; }

  /// An untrusted discovery answer. False when it is not meant for us.
  bool HandleDiscovery(std::span<const std::uint8_t> datagram, EventSink& events) noexcept;
  /// An untrusted ping answer.
  bool HandlePing(std::span<const std::uint8_t> datagram, Instant now) noexcept;
  void Tick(Instant now, Outbox& outbox, EventSink& events) noexcept;

  /// Newest UDP round trip.
  [[nodiscard]] std::optional<Duration> round_trip() const noexcept { return round_trip_; }

 private:
  void SendDiscovery(Instant now, Outbox& outbox) noexcept;
  void SendPing(Instant now, Outbox& outbox) noexcept;

  Ssrc ssrc_;
  bool open_ = false;
  bool discovering_ = false;
  Instant give_up_{};
  Instant next_discovery_{};
  Instant next_ping_{};
  Instant ping_sent_{};
  std::uint32_t ping_token_ = 0;
  std::optional<Duration> round_trip_;
};

}  // namespace sdkpp::session
