#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>

#include "core/audio/mixer.h"
#include "core/base/audio_format.h"
#include "core/base/histogram.h"
#include "core/base/instant.h"
#include "core/base/strong.h"
#include "core/rtp/sealer.h"
#include "core/session/callback_exchange.h"
#include "core/session/event_sink.h"
#include "core/session/frame_decryption.h"
#include "core/session/media_message.h"
#include "core/session/media_stats.h"
#include "core/session/outbox.h"
#include "core/session/remote.h"
#include "core/session/user_settings.h"

namespace sdkpp::session {

/// The receiving half of a session: opened packets → E2EE → speakers → callbacks, subscriptions, mix. Media
/// thread.
class Receiving {
 public:
  /// Takes an authenticated packet in. False when it is a replay.
  bool HandlePacket(Instant now, const rtp::OpenedRtp& packet, EventSink& events) noexcept;
  /// After a batch of packets: lends new blocks to JavaScript as early as possible.
  void AfterPackets(Instant now, EventSink& events) noexcept;
  /// One 20 ms tick: plays one block.
  void Tick(Instant now, EventSink& events) noexcept;
  /// Receiver report, when one is due.
  void Report(Instant now, Ssrc own, rtp::Sealer& sealer, Outbox& outbox) noexcept;
  /// A sender report of the other side, for the next receiver report.
  void HandleSenderReport(Instant now, Ssrc ssrc, std::uint64_t ntp) noexcept;

  void Map(Instant now, command::MapSsrc mapping, EventSink& events) noexcept;
  void Unmap(Instant now, UserId user) noexcept;
  /// The voice session is over: no SSRC means anything any more.
  void Reset(EventSink& events) noexcept;

  [[nodiscard]] FrameDecryption& decryption() noexcept { return decryption_; }
  void SetDeaf(bool deaf) noexcept { deaf_ = deaf; }
  void SetVolume(int percent) noexcept;
  void SetUserVolume(UserId user, int percent) noexcept;
  void SetLocalMute(UserId user, bool mute) noexcept;
  void Subscribe(const command::Subscribe& wish) noexcept;
  void SetCallback(CallbackExchange* exchange) noexcept;
  void SetCallbackPolicy(LatePolicy late, Duration budget) noexcept;
  std::unique_ptr<Output> SetOutput(std::unique_ptr<Output> output) noexcept;

  void FillStats(MediaStats& stats) const noexcept;

 private:
  /// A packet of an SSRC that nobody has claimed yet, or whose user rests; still sealed end to end.
  struct Waiting {
    bool used = false;
    Instant arrived{};
    Ssrc ssrc;
    Sequence sequence;
    RtpTimestamp timestamp;
    std::uint16_t size = 0;
    std::array<std::uint8_t, kMaxReceivedPayload> payload;
  };
  static constexpr std::size_t kWaiting = 32;
  static constexpr std::size_t kWaitingPerSsrc = 10;

  /// A block JavaScript has.
  struct Lent {
    std::uint16_t slot;
    std::uint16_t remote;
    std::uint32_t block_id;
    Instant playout;
  };

  [[nodiscard]] Remote* Find(Ssrc ssrc) noexcept;
  [[nodiscard]] Remote* FreePlace() noexcept;
  [[nodiscard]] bool IsHeard(const UserSetting& setting) const noexcept;
  bool Deliver(Instant now, Remote& remote, Sequence sequence, RtpTimestamp timestamp,
               std::span<const std::uint8_t> payload, EventSink& events) noexcept;
  bool Rouse(Instant now, Remote& remote, const rtp::OpenedRtp& packet, EventSink& events) noexcept;
  void Rest(Remote& remote, EventSink& events) noexcept;
  void Seat(Instant now, Remote& remote, std::unique_ptr<Speaker> speaker, EventSink& events) noexcept;
  void KeepWaiting(Instant now, const rtp::OpenedRtp& packet) noexcept;
  void DrainWaiting(Instant now, Remote& remote, EventSink& events) noexcept;
  void Lend(Instant now, Remote& remote, EventSink& events) noexcept;
  void CollectLent(Instant now) noexcept;
  void TakeBack(const CallbackExchange::Slot& slot, Remote& remote, std::uint32_t block_id) noexcept;
  void GiveUp(Remote& remote, std::uint32_t block_id) noexcept;
  void ForgetLent(const Remote& remote) noexcept;
  void PlayRemote(Instant now, Remote& remote, EventSink& events) noexcept;
  void Retire(Remote& remote, EventSink& events) noexcept;
  void ApplyFloor() noexcept;

  std::array<Remote, kMaxRemotes> remotes_;
  std::size_t used_ = 0;  ///< places at or after this one are free
  UserSettings settings_;
  FrameDecryption decryption_;
  std::array<Waiting, kWaiting> waiting_;
  std::array<Lent, CallbackExchange::kSlots> lent_;
  std::size_t lent_count_ = 0;

  CallbackExchange* exchange_ = nullptr;
  ReceiveQueue* queue_ = nullptr;
  std::unique_ptr<Output> output_;
  audio::Mixer mixer_;
  LatePolicy late_ = LatePolicy::kPass;
  Duration budget_ = std::chrono::milliseconds(40);
  float gain_ = 1;
  bool deaf_ = false;

  Instant next_report_{};
  std::uint64_t unknown_ = 0;
  std::uint64_t received_ = 0;
  std::uint64_t callbacks_ = 0;
  std::uint64_t callbacks_late_ = 0;
  std::uint64_t callbacks_bypassed_ = 0;
  DurationHistogram turnaround_;
};

}  // namespace sdkpp::session
