#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <utility>

#include "core/audio/speech_settings.h"
#include "core/base/audio_format.h"
#include "core/base/field.h"
#include "core/base/fixed_vector.h"
#include "core/base/histogram.h"
#include "core/base/instant.h"
#include "core/base/prefetch.h"
#include "core/base/strong.h"
#include "core/player/source.h"
#include "core/rtp/sealer.h"
#include "core/session/exchange/event_sink.h"
#include "core/session/exchange/media_message.h"
#include "core/session/exchange/media_stats.h"
#include "core/session/exchange/outbox.h"
#include "core/session/exchange/tide_slot.h"
#include "core/session/sending/captured_callback.h"
#include "core/session/sending/fast_path.h"
#include "core/session/sending/frame_encryption.h"
#include "core/session/sending/outgoing_stream.h"
#include "core/session/sending/restraint.h"
#include "core/session/sending/talker.h"
#include "core/session/sound/capture.h"
#include "core/session/sound/own_sound.h"

namespace sdkpp::session {

/// The sending half of a session: input → captured callback → processing (of a microphone) → talker → E2EE →
/// RTP → AEAD. Media thread.
class Sending {
 public:
  /// RTP starts at `sequence` and `timestamp`, which should be random. `ntp_origin` is the NTP time (32.32)
  /// of the zero of the time line. Counts in `stats`, which must live as long as this, as `reserve`.
  Sending(std::unique_ptr<Talker> talker, Sequence sequence, RtpTimestamp timestamp, std::uint64_t ntp_origin,
          ConnectionStats& stats, Reserve& reserve);

  [[nodiscard]] Talker& talker() noexcept { return *talker_; }

  void Start(Ssrc ssrc) noexcept;
  void Stop() noexcept;
  /// End-to-end encryption is over: what was to be sealed does not go in the clear instead.
  void ResetEncryption(EventSink& events) noexcept;
  /// Op 5 was sent: packets that were held back may go.
  void Announced() noexcept { announced_ = true; }
  [[nodiscard]] FrameEncryption& encryption() noexcept { return encryption_; }
  /// Nothing may be sent for now: as without a key for frames.
  void SetStalled(bool stalled) noexcept { stalled_ = stalled; }
  /// Returns the old input.
  std::unique_ptr<player::Source> SetInput(std::unique_ptr<player::Source> input,
                                           std::uint32_t number) noexcept;
  /// From the next tick on.
  void Restrain(const Restraint& restraint) noexcept;
  /// Whether sound of the input is under way to the others, and does not wait here.
  [[nodiscard]] bool playing() const noexcept {
    const bool leaves = announced_ && MaySend() && held_count_ == 0;
    return leaves && input_ != nullptr && talker_->sending();
  }
  /// What is sent goes there, too, before it is sealed; nullptr: nowhere.
  void SetOwnSound(OwnSound* own_sound) noexcept { own_sound_ = own_sound; }
  /// Whether a source waits for a key.
  void SetInputWaits(bool waits) noexcept { input_waits_ = waits; }
  /// Of what is lost in the input.
  void UpdateStats() noexcept;
  /// How much of the input went into frames: they are sent, or saved with this, and so is what the encoder
  /// holds back. What the captured callback has is not among it. Nothing without an input, or for a
  /// microphone.
  [[nodiscard]] std::optional<player::SourcePosition> InputPosition() const noexcept;
  /// The samples behind that place which were pushed from JavaScript; false without such an input.
  [[nodiscard]] bool QueuedSamples(FieldWriter& out) const noexcept {
    return input_ && input_->SaveSamples(out, filtering_);
  }
  /// How far the sound is behind this tick.
  [[nodiscard]] TideSlot::Tick TideAt(Instant now) const noexcept;
  void SetCapture(std::unique_ptr<Capture> capture) noexcept;
  /// For the microphones that come, too.
  void SetSpeech(const audio::SpeechSettings& settings) noexcept;
  /// nullptr before the first microphone.
  [[nodiscard]] Capture* capture() noexcept { return capture_.get(); }
  void SetCallback(CallbackExchange* exchange) noexcept;
  void SetUnfilteredPolicy(UnfilteredPolicy policy) noexcept;

  /// See Media::Prefetch.
  void Prefetch(Ahead ahead) const noexcept;
  /// One 20 ms tick. `sealer` is null while there is no key; then the input is left alone.
  void Tick(Instant now, Instant deadline, rtp::Sealer* sealer, Outbox& outbox, EventSink& events) noexcept;
  /// One tick of an input that is not sent: what it says, at the input volume, or nothing. Valid until the
  /// next call.
  [[nodiscard]] std::span<const std::int16_t> Listen(Instant now, EventSink& events) noexcept;
  /// Sends one frame of silence when this tick has sent nothing and speech is not under way: the service
  /// learns a new address from an authentic packet only. It does not count as speech.
  void Probe(Instant now, Instant deadline, rtp::Sealer& sealer, Outbox& outbox) noexcept;
  /// Sender report, when one is due.
  void Report(Instant now, rtp::Sealer& sealer, Outbox& outbox) noexcept;
  /// Of sent packets against their deadline. Any thread.
  [[nodiscard]] const DurationHistogram& lateness() const noexcept { return lateness_; }
  [[nodiscard]] Ssrc ssrc() const noexcept { return stream_.ssrc(); }
  /// Of the next packet.
  [[nodiscard]] Sequence sequence() const noexcept { return stream_.sequence(); }

  /// Lets the session onto the fast path until `until` at most, when nothing but packets is to come. `tide`:
  /// where its ticks are noted, or nullptr.
  void EnterFastPath(FastPath& path, rtp::Sealer& sealer, TideSlot* tide, Instant until) const noexcept;
  /// Takes back what became of it there.
  void LeaveFastPath(FastPath& path) noexcept;

  /// Between two ticks, away from the fast path. The input, the microphone and the callback come anew, and so
  /// does how late packets were; settings are made before Restore.
  void Save(FieldWriter& out) const noexcept;
  void Restore(FieldReader& in);
  /// After Restore, for the successor of a process that died: sound that waited may have been sent, so it is
  /// dropped, and the next packet has the number `sequence`.
  void Succeed(Sequence sequence) noexcept;

 private:
  struct Fields;

  /// A frame that waits to be sealed.
  struct Held {
    Instant since{};
    std::uint32_t ticks = 0;    ///< timestamp distance to the packet before
    std::uint32_t samples = 0;  ///< per channel
    std::uint16_t size = 0;
    std::array<std::uint8_t, rtp::kMaxPayload> payload;
  };
  static constexpr std::size_t kHeld = 32;
  [[nodiscard]] Held& HeldAt(std::size_t at) noexcept { return held_[(held_first_ + at) % kHeld]; }
  [[nodiscard]] const Held& HeldAt(std::size_t at) const noexcept {
    return held_[(held_first_ + at) % kHeld];
  }

  /// Where the packets of one tick go.
  struct Departure {
    Instant now;
    Duration late;
    rtp::Sealer& sealer;
    Outbox& outbox;
    bool open = false;  ///< frames leave as they come
    std::size_t sent = 0;
    std::size_t samples = 0;
    /// No more in this tick.
    [[nodiscard]] bool full() const noexcept;
  };

  /// Frames are neither held back nor dropped for want of a key.
  [[nodiscard]] bool MaySend() const noexcept {
    return !stalled_ && encryption_.mode() != FrameEncryption::Mode::kNothing;
  }
  [[nodiscard]] bool MayTake() const noexcept;
  void TickInput(Departure& departure, EventSink& events) noexcept;
  [[nodiscard]] std::span<const std::int16_t> Filter(Instant now, const player::SourceBlock& block) noexcept;
  void ReportInput(EventSink& events) noexcept;
  void TickOpus(Departure& departure, player::SourceBlock first, EventSink& events) noexcept;
  void DropUnsent() noexcept;
  void SendOpus(Departure& departure, std::span<const std::uint8_t> packet) noexcept;
  void Dispatch(Departure& departure, std::span<const OutgoingFrame> frames) noexcept;
  void Hold(Instant now, const OutgoingFrame& frame) noexcept;
  void DropOldest() noexcept;
  void DropStale(Instant now) noexcept;
  void Flush(Departure& departure) noexcept;
  void Depart(Departure& departure, std::span<const std::uint8_t> payload, std::uint32_t ticks,
              std::uint32_t samples) noexcept;
  void NoteSpeaking(const Departure& departure, EventSink& events) noexcept;
  void EndInput(EventSink& events) noexcept;
  void CountLosses() noexcept;
  [[nodiscard]] InputStats LossesOfInputs() const noexcept;
  void SaveHeld(FieldWriter& out) const noexcept;
  void RestoreHeld(FieldReader& in) noexcept;

  ConnectionStats& stats_;
  std::unique_ptr<Talker> talker_;
  std::unique_ptr<player::Source> input_;
  std::unique_ptr<Capture> capture_;
  audio::SpeechSettings speech_;
  FrameEncryption encryption_;
  std::uint64_t ntp_origin_;

  OutgoingStream stream_;
  bool announced_ = false;
  bool input_waits_ = false;
  bool stalled_ = false;
  bool speaking_reported_ = false;
  Instant spoke_{};

  FixedVector<Held, kHeld> held_;  ///< a ring, once it is full
  std::size_t held_first_ = 0;
  std::size_t held_count_ = 0;
  std::uint32_t lost_ticks_ = 0;

  std::uint32_t opus_credit_ = 0;

  Instant next_report_{};
  Instant last_sent_{};
  // behind what every tick uses
  InputStats ended_inputs_;
  std::uint32_t input_number_ = 0;
  Restraint restraint_;
  OwnSound* own_sound_ = nullptr;
  std::uint32_t filtering_ = 0;  ///< samples per channel of the input that the captured callback has
  DurationHistogram lateness_;
  CapturedCallback callback_;
};

}  // namespace sdkpp::session
