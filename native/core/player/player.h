#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <utility>

#include "core/audio/gain_ramp.h"
#include "core/audio/mixer.h"
#include "core/base/audio_format.h"
#include "core/base/spsc_ring.h"
#include "core/base/woken_list.h"
#include "core/opus/encoder.h"
#include "core/player/block_line.h"
#include "core/player/cross_fade.h"
#include "core/player/filters/filter_switch.h"
#include "core/player/frame_ring.h"
#include "core/player/overlays.h"
#include "core/player/packet_history.h"
#include "core/player/player_message.h"
#include "core/player/position.h"

namespace sdkpp::player {

struct PlayerSettings {
  int bitrate = 96'000;        ///< bits per second, of what is not sent as it is
  int complexity = 10;         ///< 0 to 10
  bool music = true;           ///< how the encoder is tuned
  bool plays_unheard = false;  ///< otherwise it waits while no session takes frames
  Duration cross_fade{};       ///< from one track to the next; 0: one follows the other
};

/// Plays sources, one after the other, to any number of sessions: each tick makes the frames of 20 ms, once,
/// and every session seals them for itself. Packets go out as they are while nothing has to be changed about
/// their sound; otherwise they are decoded, changed and encoded. It reads its source no earlier than sound is
/// due, so that every command acts on the next tick. One side is the JavaScript thread, the other the media
/// thread, which neither allocates nor waits.
class Player {
 public:
  /// nullptr when out of memory.
  [[nodiscard]] static std::unique_ptr<Player> Create(const PlayerSettings& settings);

  // JavaScript thread --------------------------------------------------------------------------------------
  /// False when the media thread has not taken the commands before; nothing is lost then.
  [[nodiscard]] bool Push(PlayerCommand&& command) noexcept { return commands_.Push(std::move(command)); }
  [[nodiscard]] std::optional<PlayerEvent> PopEvent() noexcept { return events_.Pop(); }
  [[nodiscard]] const std::shared_ptr<FrameRing>& frames() const noexcept { return frames_; }
  /// This player among those that have something for the JavaScript thread.
  [[nodiscard]] WokenList::Entry& woken() noexcept { return woken_; }
  [[nodiscard]] Position position() const noexcept;
  /// The source of a track as this player needs it: where it cross-fades, the end has to be seen in time.
  [[nodiscard]] std::unique_ptr<Source> InSight(std::unique_ptr<Source> source) const;

  // Media thread -------------------------------------------------------------------------------------------
  void HandleCommands() noexcept;
  /// One tick, before the sessions tick.
  void Tick() noexcept;
  /// Whether there is anything to do when no session takes frames.
  [[nodiscard]] bool needs_ticks() const noexcept { return plays_unheard_ && HasSound() && !paused_; }
  /// Whether the JavaScript thread has something to collect; answers once.
  [[nodiscard]] bool TakeWake() noexcept { return std::exchange(wake_, false); }

 private:
  struct CommandCases;
  static constexpr std::size_t kCommands = 64;
  static constexpr std::size_t kEvents = 128;
  /// Of one command, or of one tick in which all that sounds ends.
  static constexpr std::size_t kMostEvents = 9 + CrossFade::kMost + 5 * Overlays::kMost;
  /// With so many waiting, those about a source that has nothing are left out.
  static constexpr std::size_t kManyEvents = kEvents / 2;

  Player(const PlayerSettings& settings, opus::Encoder encoder, opus::Decoder decoder, CrossFade fade);

  [[nodiscard]] bool HasEventRoom() const noexcept { return events_.size() + kMostEvents <= kEvents; }
  void Send(PlayerEvent&& event) noexcept;
  void Retire(std::unique_ptr<Source> source) noexcept;
  void Retire(std::unique_ptr<filters::FilterChain> used) noexcept;

  void Begin(Track track) noexcept;
  void EndTrack(TrackEnd end) noexcept;
  void Drop(Track track) noexcept;
  [[nodiscard]] bool BeginNext() noexcept;
  /// The track that follows the present one; it has a source if there is one.
  [[nodiscard]] Track& Following() noexcept { return again_.source ? again_ : next_; }

  [[nodiscard]] bool MayPlay() const noexcept { return HasSound() && !paused_ && (heard_ || plays_unheard_); }
  [[nodiscard]] bool HasSound() const noexcept {
    return track_.source || !overlays_.empty() || fade_.sounds();
  }
  [[nodiscard]] bool CanSendPackets() const noexcept;
  /// No sound has to go on without a jump.
  [[nodiscard]] bool MayJump() const noexcept { return !started_ && !fade_.sounds(); }
  void NoteListeners() noexcept;
  void TakeBack() noexcept;
  [[nodiscard]] bool Repeat() noexcept;
  void PlayPackets() noexcept;
  void PlayBlock() noexcept;
  [[nodiscard]] bool PlayTrack() noexcept;
  [[nodiscard]] SourceBlock NextBlock() noexcept;
  [[nodiscard]] bool FillLine() noexcept;
  [[nodiscard]] bool FollowsInLine() noexcept;
  [[nodiscard]] bool IsChanged() const noexcept;
  [[nodiscard]] bool HoldBack(const SourceBlock& block) noexcept;
  void Pad() noexcept;
  void SendPacket(const SourceBlock& block) noexcept;
  void SendNewest() noexcept;
  void NotePacket(const SourceBlock& block, bool is_first) noexcept;
  void StartEncoding() noexcept;
  void EncodeBlock(bool is_mix) noexcept;
  void EndOverlay(std::unique_ptr<Overlay> overlay, TrackEnd end) noexcept;
  void Duck() noexcept;
  void Yield() noexcept;
  void Skip() noexcept;
  void CutFades() noexcept;
  void MeetNext() noexcept;
  void FadeToNext(TrackEnd end, std::uint64_t samples) noexcept;
  [[nodiscard]] std::optional<std::uint64_t> Rest() const noexcept;
  void Starve() noexcept;
  void Sounded(std::size_t samples) noexcept;
  void PublishPosition() noexcept;
  [[nodiscard]] Position EncodedPosition() const noexcept;

  SpscRing<PlayerCommand> commands_{kCommands};
  SpscRing<PlayerEvent> events_{kEvents};
  std::shared_ptr<FrameRing> frames_ = std::make_shared<FrameRing>();
  /// Packed.
  std::atomic<std::uint64_t> position_{0};
  WokenList::Entry woken_;

  // media thread
  Track track_;
  Track again_;  ///< before the next
  Track next_;
  /// The first packet of the track, when it has to wait for the next tick.
  std::optional<SourceBlock> held_{};
  std::uint64_t played_ = 0;  ///< samples per channel of the track
  std::size_t carried_ = 0;   ///< samples per channel in the line that are of the tracks before
  std::size_t padded_ = 0;    ///< samples per channel at the end of the line that are of no track
  std::size_t covered_ = 0;   ///< samples per channel that packets sent before last beyond this tick
  std::size_t starved_ticks_ = 0;
  bool starved_told_ = false;
  bool started_ = false;  ///< the track has sounded
  bool paused_ = false;
  bool heard_ = false;
  bool wake_ = false;
  bool encoding_ = false;  ///< the frame before was encoded here
  bool joins_ = false;     ///< the next frame is the first that is encoded here
  bool plays_unheard_;
  audio::GainRamp gain_;
  audio::GainRamp duck_;   ///< of the track
  audio::GainRamp yield_;  ///< of all, for a session that is spoken over
  Duration duck_release_{};
  filters::FilterSwitch filters_;
  BlockLine line_;
  CrossFade fade_;
  Overlays overlays_;
  audio::Mixer mixer_;
  SoundBlock sum_;  ///< of this tick
  opus::Encoder encoder_;
  /// Samples per channel by which sound goes into the encoder earlier than that of packets would: what comes
  /// out of the codec is late by as much, so that encoded and original frames follow each other without a
  /// jump.
  std::size_t lead_ = 0;
  std::size_t ahead_ = 0;       ///< that much of it is of the track, and not in played_
  PacketHistory history_;       ///< of the track
  std::uint64_t untaken_ = 0;   ///< the first of the newest frames that no session took; 0 for none
  std::size_t taken_back_ = 0;  ///< samples per channel of the track in those
  AudioBlock pcm_;
  std::array<std::uint8_t, FrameRing::kMaxFrame> packet_;
};

}  // namespace sdkpp::player
