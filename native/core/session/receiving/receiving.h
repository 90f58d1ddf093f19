#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <utility>

#include "core/base/audio_format.h"
#include "core/base/field.h"
#include "core/base/instant.h"
#include "core/base/prefetch.h"
#include "core/base/reserve.h"
#include "core/base/strong.h"
#include "core/rtp/sealer.h"
#include "core/session/exchange/event_sink.h"
#include "core/session/exchange/media_message.h"
#include "core/session/exchange/media_stats.h"
#include "core/session/exchange/outbox.h"
#include "core/session/listening/ears.h"
#include "core/session/receiving/attribution.h"
#include "core/session/receiving/block_loans.h"
#include "core/session/receiving/decoded_speakers.h"
#include "core/session/receiving/frame_decryption.h"
#include "core/session/receiving/level_probe.h"
#include "core/session/receiving/mixed_output.h"
#include "core/session/receiving/remote.h"
#include "core/session/receiving/remote_table.h"
#include "core/session/receiving/sound_clock.h"
#include "core/session/receiving/spare_speakers.h"
#include "core/session/receiving/waiting_packets.h"

namespace sdkpp::session {

/// The receiving half of a session: opened packets → E2EE → speakers → callbacks, subscriptions, mix. Media
/// thread.
class Receiving {
 public:
  /// Counts in `stats`, which must live as long as this, as `reserve`.
  Receiving(ConnectionStats& stats, Reserve& reserve);

  /// The outcome of a packet.
  enum class Verdict {
    kTaken,
    kTooLong,    ///< longer than any datagram that is read
    kDuplicate,  ///< its sequence number came before
  };

  /// Handles an authenticated packet.
  Verdict HandlePacket(Instant now, const rtp::OpenedRtp& packet, EventSink& events) noexcept;
  /// Prefetches what a packet of this SSRC will read; one call for each step, the farthest first.
  void Prefetch(Ssrc ssrc, Ahead ahead) const noexcept;
  /// After a batch of packets: loans new blocks to JavaScript as early as possible.
  void AfterPackets(Instant now, EventSink& events) noexcept;
  /// The clock of what is received begins, unless it has.
  void StartClock(Instant now) noexcept { clock_.Start(now); }
  /// The blocks that follow are those of a tick that was due then.
  void BeginBlocks(Instant deadline) noexcept {
    if (queue_ == nullptr) return;
    queue_->SetTickTime(clock_.At(deadline));
    queue_->KeepFree(ears_.any() ? Listening::kRoomForTurns : 0);
    ears_.BeginTick(clock_.At(deadline));
  }
  /// One 20 ms tick: plays one block, which is copied to `played`, unless that is nullptr.
  void Tick(Instant now, EventSink& events, AudioBlock* played) noexcept;
  /// Until when ticks do nothing if nothing else happens; zero when they do something.
  [[nodiscard]] Instant quiet_until() const noexcept;
  /// Plays this block instead of the users' voices; silence when it is empty.
  void Play(std::span<const std::int16_t> block) noexcept;
  /// Receiver report, when one is due.
  void Report(Instant now, Ssrc own, rtp::Sealer& sealer, Outbox& outbox) noexcept;
  /// A sender report of the other side, for the next receiver report.
  void HandleSenderReport(Instant now, Ssrc ssrc, std::uint64_t ntp) noexcept;

  void Map(Instant now, command::MapSsrc mapping, EventSink& events) noexcept;
  /// A user other than the one found by key claims an SSRC: the next frame decides.
  void Challenge(const command::ChallengeSsrc& claim, EventSink& events) noexcept;
  void Unmap(Instant now, UserId user) noexcept;
  /// Keeps a speaker in reserve; it comes back as event::Retired when there are enough.
  void AddSpare(std::unique_ptr<Speaker> speaker, EventSink& events) noexcept;
  /// The voice session is over: removes all SSRCs.
  void Reset(EventSink& events) noexcept;

  // Settings: one Apply per row of settings.def.
#define RECEIVING_SETTING(Name, name, fields) void Apply(const command::Name& setting, Instant now) noexcept;
#include "core/session/settings/settings.def"

  [[nodiscard]] FrameDecryption& decryption() noexcept { return decryption_; }
  /// The ears of a voice agent; their frames are those of the last tick.
  [[nodiscard]] Ears& ears() noexcept { return ears_; }
  void Judge(Instant now, const command::JudgeTurn& judgement, EventSink& events) noexcept;
  void SetUser(UserId user, const UserSetting& setting) noexcept { remotes_.SetUser(user, setting); }
  void SetReceiveQueue(ReceiveQueue* queue) noexcept { queue_ = queue; }
  void SetCallback(CallbackExchange* exchange) noexcept;
  [[nodiscard]] bool has_callback() const noexcept { return loans_.active(); }
  void SetCallbackPolicy(UnfilteredPolicy policy, Duration budget) noexcept;
  std::unique_ptr<Output> SetOutput(std::unique_ptr<Output> output, OutputTarget target) noexcept {
    return mix_.Set(std::move(output), target);
  }

  /// Time that blocks were on loan. Any thread.
  [[nodiscard]] const DurationHistogram& turnaround() const noexcept { return loans_.turnaround(); }
  /// Brings the derived statistics up to date.
  void UpdateStats() noexcept;
  /// The statistics of every remote SSRC.
  void FillRemotes(MediaStats& stats) const noexcept;

  /// Who is heard, by which keys, and what came. Subscriptions, outputs, callbacks and settings are made
  /// anew, before Restore.
  void Save(FieldWriter& out) const noexcept;
  void Restore(FieldReader& in);
  /// Packets that wait for a speaker or to play, as far as they fit into some room.
  void SavePackets(FieldWriter& out) const noexcept;
  /// Behind Restore.
  void RestorePackets(FieldReader& in) noexcept;

 private:
  struct Fields;
  struct PacketFields;

  [[nodiscard]] Remote* Enter(Instant now, const command::MapSsrc& mapping, EventSink& events) noexcept;
  /// Whether no user is heard and the mix has no listener.
  [[nodiscard]] bool idle() const noexcept { return remotes_.empty() && !mix_.wanted() && queue_ == nullptr; }
  [[nodiscard]] bool IsHeard(const Remote& remote) const noexcept;
  [[nodiscard]] bool IsAskedFor(const Remote& remote) const noexcept;
  /// Whether JavaScript gets the sound of this user, one way or another.
  [[nodiscard]] bool IsHandedOut(const Remote& remote) const noexcept;
  [[nodiscard]] bool Admit(Instant now, Remote& remote) noexcept;
  void Rate(Instant now, Remote& remote, std::span<const std::uint8_t> payload) noexcept;
  void ChooseDecoded(Instant now) noexcept;
  void Measure(Instant now, const Remote& remote, const SoundBlock& block) noexcept;
  void FadeAsChosen(Remote& remote, BlockKind kind, SoundBlock& block) noexcept;
  Verdict Deliver(Instant now, Remote& remote, Sequence sequence, RtpTimestamp timestamp,
                  std::span<const std::uint8_t> payload, EventSink& events) noexcept;
  Verdict AwaitSpeaker(Instant now, Remote& remote, const rtp::OpenedRtp& packet, EventSink& events) noexcept;
  void RequestSpeaker(Instant now, Remote& remote, EventSink& events) noexcept;
  void KeepSpares(Instant now, EventSink& events) noexcept;
  void ResolveChallenge(Instant now, Remote& remote, std::span<const std::uint8_t> payload,
                        EventSink& events) noexcept;
  void ReleaseSpeaker(Remote& remote, EventSink& events) noexcept;
  void AttachSpeaker(Instant now, Remote& remote, std::unique_ptr<Speaker> speaker,
                     EventSink& events) noexcept;
  void DropClear(Remote& remote) noexcept;
  void DrainWaiting(Instant now, Remote& remote, EventSink& events) noexcept;
  void LoanBlocks(Instant now, Remote& remote, EventSink& events) noexcept;
  [[nodiscard]] Listening::Moment MomentOf(Instant now) const noexcept;
  void HandOut(Remote& remote, BlockKind kind, const SoundBlock& block) noexcept;
  void PlayRemote(Instant now, Remote& remote, EventSink& events) noexcept;
  void PrefetchAfter(const Remote& remote) const noexcept;
  [[nodiscard]] BlockKind Pull(Instant now, Remote& remote, SoundBlock& block) noexcept;
  [[nodiscard]] std::uint64_t StreamFloor(UserId user) const noexcept;
  void Retire(Remote& remote, EventSink& events) noexcept;
  void ApplyFloor() noexcept;
  void MuteLines() noexcept;

  // read at every tick, also while no user is heard
  RemoteTable remotes_;
  ReceiveQueue* queue_ = nullptr;
  Instant next_report_{};
  MixedOutput mix_;

  ConnectionStats& stats_;
  FrameDecryption decryption_;
  WaitingPackets waiting_;
  Attribution attribution_;
  BlockLoans loans_;
  DecodedSpeakers decoded_;
  LevelProbe probe_;
  Duration budget_ = std::chrono::milliseconds(40);
  Duration speaking_hold_ = jitter::SpeakingDetector::kUsualHold;
  bool deaf_ = false;
  SoundClock clock_;
  Ears ears_;
  SpareSpeakers spares_;
  std::uint64_t ended_until_ = 0;  ///< where streams that are gone ended
};

}  // namespace sdkpp::session
