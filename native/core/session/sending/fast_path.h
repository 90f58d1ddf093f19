#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

#include "core/base/audio_format.h"
#include "core/base/histogram.h"
#include "core/base/instant.h"
#include "core/base/prefetch.h"
#include "core/player/opus_source.h"
#include "core/rtp/sealer.h"
#include "core/session/exchange/tide_slot.h"
#include "core/session/sending/frame_seal.h"
#include "core/session/sending/outgoing_stream.h"
#include "core/session/sending/stall_watch.h"
#include "core/session/sending/time_line.h"

namespace sdkpp::session {

/// The ticks of a session to which nothing happens: packets of one tick each leave as they come. All that
/// such a tick reads is here, in the queue of packets and in the keys, so that thousands of sessions tick
/// without waiting for memory. Media lets a session onto it (Enter) and takes back what became of it (Leave)
/// before anything else happens to the session. Media thread.
class FastPath {
 public:
  /// Statistics are as old as so many ticks at most, but for packets_sent().
  static constexpr std::size_t kMostTicks = 25;

  /// The parts that a session lends; the pointers hold until Leave.
  struct Session {
    player::OpusSource* input;
    rtp::Sealer* sealer;
    FrameSeal end_to_end;
    TideSlot* tide;  ///< ticks are noted there; nullptr: nowhere
    OutgoingStream stream;
    TimeLine time_line;
    Instant last;  ///< the newest tick
    std::uint64_t packets_sent;
  };

  /// Fast ticks until `until`.
  void Enter(const Session& session, Instant until) noexcept {
    session_ = session;
    until_ = until;
    ticks_ = 0;
    packets_sent_.store(session.packets_sent, std::memory_order_relaxed);
  }
  [[nodiscard]] bool active() const noexcept { return until_ != Instant{}; }

  /// One tick: the size of the datagram in `room`, 0 for none. Nothing when this tick is the session's own;
  /// it has not begun then.
  [[nodiscard]] std::optional<std::size_t> Tick(Instant now, Instant deadline,
                                                std::span<std::uint8_t> room) noexcept {
    const Duration late = std::max(now - deadline, Duration::zero());
    if (now >= until_ || late >= kBlockDuration || ticks_ == kMostTicks) return std::nullopt;
    // ticks may be due anew behind a standstill, so that none is late
    if (now - session_.last >= StallWatch::kStandstill) return std::nullopt;
    const auto packet = session_.input->NextOfOneTick();
    if (packet.empty()) return std::nullopt;
    session_.last = now;
    late_us_[ticks_++] = static_cast<std::uint16_t>(late.count() / 1000);
    const std::size_t size = session_.stream.Seal(room, session_.time_line.Place(kBlockSamples, now), packet,
                                                  session_.end_to_end, *session_.sealer);
    if (session_.tide != nullptr) session_.tide->NoteBlock(now, session_.stream.sequence());
    session_.packets_sent += size > 0 ? 1 : 0;
    packets_sent_.store(session_.packets_sent, std::memory_order_relaxed);
    return size;
  }

  /// Back to the session: its state, and into `lateness` how late each packet was.
  [[nodiscard]] const Session& Leave(DurationHistogram& lateness) noexcept {
    for (const std::uint16_t late : std::span(late_us_).first(ticks_)) {
      lateness.Add(std::chrono::microseconds(late));
    }
    until_ = {};
    return session_;
  }
  /// By the session, when it was on this path last; published statistics may be newer then. Any thread.
  [[nodiscard]] std::uint64_t packets_sent() const noexcept {
    return packets_sent_.load(std::memory_order_relaxed);
  }
  /// The newest tick.
  [[nodiscard]] Instant last() const noexcept { return session_.last; }
  /// Since Enter.
  [[nodiscard]] std::size_t ticks() const noexcept { return ticks_; }

  /// Asks the processor for what Tick will read, when this is at hand.
  void Prefetch(Ahead ahead) const noexcept {
    if (ahead == Ahead::kNear) {
      PrefetchLines(session_.input, sizeof(player::OpusSource));
    } else if (ahead == Ahead::kNext) {
      session_.input->Prefetch();
    } else {
      return;
    }
    session_.sealer->Prefetch(ahead);
    if (session_.tide != nullptr) PrefetchLines(session_.tide, sizeof(TideSlot));
    if (session_.end_to_end.sealer != nullptr) session_.end_to_end.sealer->Prefetch(ahead);
  }

 private:
  Instant until_{};
  Session session_{};
  std::atomic<std::uint64_t> packets_sent_{0};
  std::uint16_t ticks_ = 0;
  std::array<std::uint16_t, kMostTicks> late_us_;
};

}  // namespace sdkpp::session
