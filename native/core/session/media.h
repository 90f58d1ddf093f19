#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>

#include "core/base/field.h"
#include "core/base/instant.h"
#include "core/base/prefetch.h"
#include "core/base/spsc_ring.h"
#include "core/base/triple_buffer.h"
#include "core/crypto/aead.h"
#include "core/rtp/counter_window.h"
#include "core/rtp/datagram_kind.h"
#include "core/rtp/reports.h"
#include "core/session/exchange/event_sink.h"
#include "core/session/exchange/media_message.h"
#include "core/session/exchange/media_stats.h"
#include "core/session/exchange/outbox.h"
#include "core/session/path/path.h"
#include "core/session/receiving/receiving.h"
#include "core/session/sending/barge_in.h"
#include "core/session/sending/fast_path.h"
#include "core/session/sending/sending.h"
#include "core/session/sending/stall_watch.h"

namespace sdkpp::session {

/// The initial numbers of a session; all should be random.
struct MediaSeed {
  Sequence sequence;
  RtpTimestamp timestamp;
  /// NTP time (32.32) of the zero of the time line.
  std::uint64_t ntp_origin = 0;
};

/// The realtime half of one voice session: sans-IO, driven by the media thread. One input, then send what the
/// outbox holds. Never allocates, locks, logs or waits; objects come and go inside messages.
class Media {
 public:
  /// How often datagrams should be handed in while nothing needs them earlier.
  static constexpr Duration kUsualReading = kBlockDuration;

  /// `events` and `stats` are the ways out to the JavaScript thread; they must live as long as this, as
  /// `reserve`.
  Media(std::unique_ptr<Talker> talker, const MediaSeed& seed, SpscRing<MediaEvent>& events,
        TripleBuffer<MediaStats>& stats, Reserve& reserve);

  void HandleCommand(MediaCommand&& command, Instant now) noexcept;
  /// Whether a command may be handled now; otherwise it has to wait until the JavaScript thread took events
  /// away.
  [[nodiscard]] bool MayHandleCommand() const noexcept { return events_.HasRoom(); }
  /// Prefetches what a datagram that comes soon will read; one call for each step, the farthest first.
  void Prefetch(std::span<const std::uint8_t> datagram, Ahead ahead) const noexcept;
  /// An untrusted datagram of the session's socket; opened in place.
  void HandleDatagram(std::span<std::uint8_t> datagram, Via via, Instant now) noexcept;
  /// How often to look for datagrams; zero: as soon as something arrives.
  [[nodiscard]] Duration read_every() const noexcept;
  /// After all datagrams that were waiting.
  void AfterDatagrams(Instant now) noexcept { receiving_.AfterPackets(now, events_); }
  /// Whether commands caused what need not wait for the tick: the first discovery of a path.
  [[nodiscard]] bool is_urgent() const noexcept { return path_opened_; }
  /// Sends that.
  void SendUrgent(Instant now, Outbox& outbox) noexcept;
  /// Asks the processor for what Tick will read; one call for each step, the farthest first.
  void Prefetch(Ahead ahead) const noexcept;
  /// The 20 ms tick that was due at `deadline`. Datagrams to send are in `outbox` afterwards.
  void Tick(Instant now, Instant deadline, Outbox& outbox) noexcept;
  /// After a tick: lets the session onto the fast path when nothing but packets is to come. LeaveFastPath
  /// goes before all else.
  void EnterFastPath(FastPath& path, Instant now) noexcept;
  void LeaveFastPath(FastPath& path) noexcept;

  /// Computes the quantiles among published statistics. The JavaScript thread, when it is asked for them.
  void FillQuantiles(ConnectionStats& stats) const noexcept;
  /// The result of sending a datagram of the outbox.
  void HandleSent(std::span<const std::uint8_t> datagram, SendResult result, Instant now) noexcept;
  /// The pending action on the socket; returns it once. Call after each input.
  [[nodiscard]] PathAction TakePathAction() noexcept { return path_.watch().TakeAction(); }
  /// The machine slept for so long, which the clock may not show.
  void HandleSlept(Duration slept) noexcept { stalls_.Slept(slept); }
  /// A thread takes the session after its owner had it for as long as the owner liked.
  void HandleThawed(Instant now) noexcept { stalls_.Seen(now); }
  void HandlePathOpenFailed() noexcept { path_.watch().OpenFailed(); }
  /// The machine was asleep.
  void HandleWoke(Instant now) noexcept {
    if (sealer_) path_.watch().Woke(now);
  }
  /// It sends through another socket than before, from another address: the service learns that from
  /// authentic packets only, which go out even in silence.
  void HandleNewSocket(Instant now) noexcept {
    if (sealer_) path_.watch().Announce(now);
  }
  /// Between two ticks, away from the fast path.
  [[nodiscard]] std::optional<player::SourcePosition> InputPosition() const noexcept {
    return sending_.InputPosition();
  }
  [[nodiscard]] bool QueuedSamples(FieldWriter& out) const noexcept { return sending_.QueuedSamples(out); }
  /// Whether the JavaScript thread has something to collect; answers once.
  [[nodiscard]] bool TakeWake() noexcept { return events_.TakeWake(); }

  /// All that another process needs to go on with the call, but for the transport key, which Signalling has.
  /// Between two ticks, away from the fast path. With secrets: what `out` writes to has to be wiped. Media
  /// thread.
  void Save(FieldWriter& out) const noexcept;
  /// Adds to Save() what has come and was not heard yet. Only for a call that goes on where this one stopped:
  /// in an older record it would be heard twice.
  void SavePackets(FieldWriter& out) const noexcept;
  /// Into a new Media, before it is shared: settings, callbacks, outputs, subscriptions and the input are
  /// there already. `aead` has the transport key, if there is one. When `in` has a fault afterwards, this is
  /// to be thrown away. Allocates.
  void Restore(FieldReader& in, std::optional<crypto::Aead> aead);
  /// After Restore, for the successor of a process that died.
  void Succeed(const command::Grant& numbers, Sequence sequence) noexcept;

 private:
  struct Fields;
  struct CommandCases;

  // settings of both directions
#define MEDIA_SETTING(Name, name, fields) void Apply(const command::Name& setting, Instant now) noexcept;
#include "core/session/settings/settings.def"

  void OpenPath(const command::OpenPath& request, Instant now) noexcept;
  void SetKey(command::SetKey& request) noexcept;
  void Grant(const command::Grant& numbers) noexcept;
  void AnswerWith(command::Save& request, Instant now) noexcept;
  void SetCallbacks(const command::SetCallbacks& request) noexcept;
  void SetCaptureDump(command::SetCaptureDump& request) noexcept;
  void SetListening(command::SetListening& request) noexcept;
  void LoopBack(Instant now) noexcept;
  void HandleRtp(std::span<std::uint8_t> datagram, Via via, Instant now) noexcept;
  void HandleRtcp(std::span<std::uint8_t> datagram, Via via, Instant now) noexcept;
  /// False, counted, for a sealed datagram that has no key or is a copy.
  [[nodiscard]] bool Admit(std::span<const std::uint8_t> datagram) noexcept;
  /// Whether a report counts the numbers as lost that a successor left out, or is of the process before.
  [[nodiscard]] bool IsAboutJump(const rtp::ReportBlock& block) noexcept;
  void CountRejection(rtp::PacketError error) noexcept;
  void ClosePath() noexcept;
  /// False when nothing may be sent.
  [[nodiscard]] bool MaySend(Instant now, Instant due) noexcept;
  void NoteTide(Instant now) noexcept;
  /// What goes out besides sound.
  void TickPath(Instant now, Instant deadline, Outbox& outbox) noexcept;
  void Report(Instant now, Outbox& outbox) noexcept;
  /// Applies the interruptions of those who are heard, from the next tick on.
  void TickBargeIn(Instant now) noexcept;
  void PublishStats(Instant now) noexcept;

  // what every tick of a sender uses lies together
  EventSink events_;
  TripleBuffer<MediaStats>& published_;
  std::unique_ptr<rtp::Sealer> sealer_;
  Duration deliver_every_ = kUsualReading;
  int ticks_to_stats_ = 0;
  bool loopback_ = false;
  bool path_opened_ = false;  ///< by a command, since SendUrgent
  bool exhausted_reported_ = false;
  TideSlot* tide_slot_ = nullptr;
  TideSlot::Tick noted_;               ///< as it was noted last
  bool noted_playing_ = true;          ///< or not noted yet
  std::optional<Sequence> jumped_to_;  ///< by a successor, until a report has it
  StallWatch stalls_;
  ConnectionStats stats_;  ///< its parts count in it; before them
  Path path_;
  Sending sending_;
  Receiving receiving_;
  rtp::CounterWindow counters_;
  BargeIn barge_in_;
};

}  // namespace sdkpp::session
