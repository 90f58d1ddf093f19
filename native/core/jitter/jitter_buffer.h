#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

#include "core/base/audio_format.h"
#include "core/base/instant.h"
#include "core/base/strong.h"
#include "core/jitter/block_queue.h"
#include "core/jitter/decoded_block.h"
#include "core/jitter/delay_estimator.h"
#include "core/jitter/frame_decoder.h"
#include "core/jitter/jitter_stats.h"
#include "core/jitter/packet_buffer.h"
#include "core/jitter/play_line.h"
#include "core/jitter/stream_guard.h"

namespace sdkpp::jitter {

/// What became of an inserted packet.
struct Insertion {
  bool well_formed = false;
  bool silence = false;
};

/// Turns packets that come at uneven times into 20 ms of sound per tick: packets → decode-ahead → blocks that
/// may be edited → time-stretched playout. Allocates in its constructor only; used by one thread.
///
///     Insert → StreamGuard → PacketBuffer ──decode──▶ BlockQueue ──load──▶ PlayLine ──stretch──▶ Pull
///                    └─────▶ DelayEstimator ──which transit to play at──────────────────┘
class JitterBuffer {
 public:
  /// `decoder` must live as long as this.
  explicit JitterBuffer(FrameDecoder& decoder);

  /// media thread
  Insertion Insert(Instant now, ExtendedSequence sequence, RtpTimestamp timestamp,
                   std::span<const std::uint8_t> payload) noexcept;
  /// media thread
  [[nodiscard]] std::optional<DecodedBlock> TakeDecoded(Instant now) noexcept;
  /// nullptr when the block is gone. media thread
  [[nodiscard]] BlockQueue::Block* FindBlock(std::uint32_t id) noexcept { return blocks_.Find(id); }
  /// media thread
  BlockKind Pull(Instant now, std::span<std::int16_t, kBlockValues> out) noexcept;
  void SetFloor(Duration floor) noexcept;

  [[nodiscard]] JitterStats stats() const noexcept;

 private:
  enum class State { kFilling, kPlaying };

  // arrival
  [[nodiscard]] std::int64_t Unwrap(RtpTimestamp timestamp) const noexcept;
  [[nodiscard]] double Transit(Instant at, std::int64_t timestamp) const noexcept;
  void Restart() noexcept;
  void Admit(const Packet& packet) noexcept;
  void MeasureJitter(double transit) noexcept;
  void NoteNewest(const Packet& packet, double transit) noexcept;

  // decoding, in stream order
  void DecodeAhead(Instant now) noexcept;
  bool DecodeNext() noexcept;
  void DecodePacket(const Packet& packet) noexcept;
  void SpendCredit(Instant now) noexcept;
  [[nodiscard]] bool ShouldSkipLate(const Packet& packet, Instant now) const noexcept;
  void Advance(bool decoded) noexcept;
  void Emit(std::size_t samples, bool made_up, Instant arrival) noexcept;
  void EmitSilence(std::size_t samples) noexcept;
  void FadeMadeUp(std::size_t samples) noexcept;
  void FadeBackIn(std::size_t samples) noexcept;

  // playout
  void TryStart(Instant now) noexcept;
  bool FindFront(Instant now, Duration early) noexcept;
  void EnterFilling(bool reset_decoder) noexcept;
  [[nodiscard]] Instant PlayoutOf(std::int64_t timestamp) const noexcept;
  bool Load(std::size_t samples, Instant now) noexcept;
  bool LoadOne(Instant now) noexcept;
  bool Conceal(Instant now) noexcept;
  bool ConcealGap(const Packet& next) noexcept;
  bool ConcealUnknown(Instant now) noexcept;
  bool EndSpeech(bool reset_decoder) noexcept;
  bool Recover(const Packet& next, std::size_t samples) noexcept;
  void MakeUp(std::size_t samples) noexcept;
  [[nodiscard]] double Excess(Instant now) const noexcept;
  void Judge(double excess) noexcept;
  BlockKind Play(Instant now, std::span<std::int16_t, kBlockValues> out) noexcept;
  BlockKind PlayRest(std::span<std::int16_t, kBlockValues> out) noexcept;
  std::size_t Shorten(Instant now, double excess, std::span<std::int16_t, kBlockValues> out) noexcept;
  std::size_t Lengthen(std::span<std::int16_t, kBlockValues> out) noexcept;
  [[nodiscard]] float Strictness(double urgency) const noexcept;
  BlockKind Take(std::size_t samples) noexcept;
  [[nodiscard]] Instant NextPull(Instant now) const noexcept;

  FrameDecoder& decoder_;
  PacketBuffer packets_;
  StreamGuard guard_;
  DelayEstimator delay_;
  BlockQueue blocks_;
  PlayLine line_;
  Packet incoming_;
  std::array<std::int16_t, 5760 * kChannels> scratch_{};
  JitterStats stats_;

  State state_ = State::kFilling;
  bool known_front_ = false;                     ///< next_sequence_ is what the sender sends next
  std::int64_t next_sequence_ = 0;               ///< the packet to decode next
  std::uint64_t decoded_before_ = 0;             ///< bit n: next_sequence_ - 1 - n was decoded
  std::int64_t front_timestamp_ = 0;             ///< of the sample after all decoded ones
  std::uint32_t frame_samples_ = kBlockSamples;  ///< length of the last packet
  bool silent_ = true;                           ///< the last decoded packet was a silence frame
  std::size_t credit_ = 0;       ///< concealed samples for which no packet is known to be missing
  std::size_t made_up_run_ = 0;  ///< samples concealed in a row
  float gain_ = 1;               ///< of concealment, where its fade stands
  bool muted_ = false;           ///< the last block of speech was muted
  bool raising_ = false;         ///< lengthening until a later tick is reached
  bool lowering_ = false;        ///< shortening until an earlier tick is reached
  int early_pulls_ = 0;          ///< in a row with playout too early for the target
  int late_pulls_ = 0;
  int unwilling_ = 0;  ///< pulls since stretching was first wanted and nothing fit
  Duration floor_{};

  bool any_ = false;
  Instant epoch_{};
  std::int64_t newest_timestamp_ = 0;  ///< its low 32 bits are the RTP timestamp
  std::int64_t newest_sequence_ = 0;
  Instant last_arrival_{};
  double last_transit_ = 0;
  Instant last_pull_{};
  bool pulled_ = false;
};

}  // namespace sdkpp::jitter
