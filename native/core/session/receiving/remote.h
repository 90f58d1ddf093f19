#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>

#include "core/base/field.h"
#include "core/base/instant.h"
#include "core/base/prefetch.h"
#include "core/base/strong.h"
#include "core/rtp/replay_window.h"
#include "core/rtp/reports.h"
#include "core/rtp/sequence_unwrapper.h"
#include "core/session/exchange/media_stats.h"
#include "core/session/receiving/block_time.h"
#include "core/session/receiving/stream_time.h"
#include "core/session/settings/user_settings.h"
#include "core/session/speaker/speaker.h"

namespace sdkpp::session {

/// One remote SSRC: its user, its received packets, and its speaker. Fields of every packet come first.
struct Remote {
  struct Fields;

  /// Bytes at the front that a packet reads.
  static constexpr std::size_t kUsual = 256;

  bool used = false;   ///< false: the place is free
  bool fresh = false;  ///< packets came since blocks were last loaned
  bool audible_reported = false;
  bool holds_clear = false;        ///< its speaker may hold frames that came in the clear
  bool muted_by_callback = false;  ///< the last outShouldMute
  bool left_out = false;           ///< its last packet was not decoded, since louder ones speak
  bool fades_in = false;           ///< its next block is the first after such packets
  bool fades_out = false;          ///< its next block is the last before such packets
  Ssrc ssrc;
  UserId user;
  std::unique_ptr<Speaker> speaker;  ///< null until a packet comes, and after a long silence
  Instant heard_at{};                ///< its last packet, or when its speaker came
  UserSetting setting;
  rtp::SequenceUnwrapper unwrapper;
  std::uint64_t received = 0;
  /// When this SSRC is removed: its user left or has another one now.
  std::optional<Instant> retire_at;
  /// The user who claims this SSRC and has to prove it by their key.
  std::optional<UserId> challenger;
  rtp::ReplayWindow replay;
  StreamTime time;       ///< of the packets of a subscription
  BlockTime block_time;  ///< of its blocks

  SpeakerStats earlier_stats;  ///< counted by its earlier speakers, and copies that reached none
  std::optional<Instant> speaker_requested_at;  ///< when a speaker was asked for

  // for receiver reports (RFC 3550 section 6.4.1)
  std::int64_t base_sequence = 0;
  std::uint64_t expected_before = 0;
  std::uint64_t received_before = 0;
  std::uint32_t last_sr = 0;
  Instant last_sr_at{};

  SpeakerCallbackStats callbacks;

  /// Prefetches what a packet of it reads.
  void Prefetch() const noexcept { PrefetchLines(this, kUsual); }
  /// Of all its speakers.
  [[nodiscard]] SpeakerStats Stats() const noexcept;
  /// The report on what came since the last one.
  [[nodiscard]] rtp::ReportBlock MakeReport(Instant now) noexcept;
  void Clear() noexcept;
  /// A new stream, nothing of which lies before `floor`.
  void Begin(std::uint64_t floor) noexcept {
    time.Begin(floor);
    block_time.Begin(floor);
  }
  /// Of the speaker what it says of the user: packets that wait to play are not in it. The stream's places on
  /// the clock begin anew, behind those before.
  void Save(FieldWriter& out) const noexcept;
  /// Into a place that was given to its SSRC. Allocates a speaker when there was one.
  void Restore(FieldReader& in);

  /// Packets that wait to play, and where they lie on the clock; only when has_packets().
  void SavePackets(FieldWriter& out) const noexcept;
  /// Behind Restore, whose place on the clock it replaces.
  void RestorePackets(FieldReader& in) noexcept;
  [[nodiscard]] bool has_packets() const noexcept { return used && speaker && speaker->has_packets(); }

  /// Behind all that was received, on the SoundClock.
  [[nodiscard]] std::uint64_t end() const noexcept { return std::max(time.end(), block_time.end()); }
};

}  // namespace sdkpp::session
