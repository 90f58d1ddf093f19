#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

#include "core/base/audio_format.h"
#include "core/base/field.h"
#include "core/base/instant.h"
#include "core/base/strong.h"
#include "core/jitter/arrival.h"
#include "core/jitter/block_queue.h"
#include "core/jitter/block_review.h"
#include "core/jitter/decoded_block.h"
#include "core/jitter/frame_decoder.h"
#include "core/jitter/jitter_stats.h"
#include "core/jitter/play_line.h"
#include "core/jitter/playout_pace.h"
#include "core/jitter/stream_decoder.h"

namespace sdkpp::jitter {

/// The fate of an inserted packet.
struct Insertion {
  bool well_formed = false;
  bool silence = false;
};

/// Turns packets that come at uneven times into 20 ms of sound per tick: packets → decode-ahead → blocks that
/// may be edited → time-stretched playout. Allocates in its constructor only; used by one thread.
///
///              Arrival                                  StreamDecoder               here
///     Insert → StreamGuard → PacketBuffer ──decode──▶ BlockQueue ──load──▶ PlayLine ──stretch──▶ Pull
///                    └─────▶ DelayEstimator ──which transit to play at──────────────────┘
class JitterBuffer {
 public:
  /// `decoder` must live as long as this.
  explicit JitterBuffer(FrameDecoder& decoder);
  JitterBuffer(const JitterBuffer&) = delete;
  JitterBuffer& operator=(const JitterBuffer&) = delete;

  /// media thread
  Insertion Insert(Instant now, ExtendedSequence sequence, RtpTimestamp timestamp,
                   std::span<const std::uint8_t> payload) noexcept;
  /// media thread
  [[nodiscard]] std::optional<DecodedBlock> TakeDecoded(Instant now) noexcept;
  /// nullptr when the block is gone. media thread
  [[nodiscard]] BlockQueue::Block* FindBlock(std::uint32_t id) noexcept { return stream_.blocks().Find(id); }
  /// `review` settles every block before it can be heard; nullptr: all play as they are. media thread
  BlockKind Pull(Instant now, std::span<float, kBlockValues> out, BlockReview* review = nullptr) noexcept;
  /// The RTP timestamp of the first sample that was last pulled. media thread
  [[nodiscard]] RtpTimestamp pulled_from() const noexcept { return pulled_from_; }
  /// Silences what was settled and has not played yet. media thread
  void MuteLine() noexcept { line_.Mute(); }
  void SetFloor(Duration floor) noexcept;
  /// Drops what is buffered; the next packet begins a stream. media thread
  void StartOver() noexcept;

  [[nodiscard]] JitterStats stats() const noexcept;

  /// Whether nothing plays or waits to play.
  [[nodiscard]] bool empty() const noexcept { return quiet() && arrival_.packets().empty(); }
  /// What has come and was not played, and when it plays: as packets, which are decoded again. Edits of their
  /// blocks stay behind; the blocks are offered anew.
  void Save(FieldWriter& out) const noexcept;
  /// Into a new one, whose floor is set.
  void Restore(FieldReader& in) noexcept;

 private:
  struct Fields;

  enum class State { kFilling, kPlaying };

  void Restart() noexcept;
  void TryStart(Instant now) noexcept;
  bool Load(std::size_t samples, Instant now) noexcept;
  bool LoadOne(Instant now) noexcept;
  bool LoadEarly(Instant now) noexcept;
  [[nodiscard]] bool IsMuted(BlockQueue::Block& block) noexcept;
  [[nodiscard]] double Excess(Instant now) const noexcept;
  BlockKind Play(Instant now, std::span<float, kBlockValues> out) noexcept;
  BlockKind PlayRest(std::span<float, kBlockValues> out) noexcept;
  std::size_t Shorten(Instant now, double excess, std::span<float, kBlockValues> out) noexcept;
  std::size_t Lengthen(std::span<float, kBlockValues> out) noexcept;
  BlockKind Take(std::size_t samples) noexcept;
  [[nodiscard]] bool playing() const noexcept { return state_ == State::kPlaying; }
  [[nodiscard]] bool quiet() const noexcept { return !playing() && stream_.blocks().empty(); }
  [[nodiscard]] Instant NextPull(Instant now) const noexcept;
  /// When the oldest decoded block leaves the queue.
  [[nodiscard]] Instant NextLoad(Instant now) const noexcept;

  const FrameDecoder& codec_;
  JitterStats stats_;
  Arrival arrival_;
  StreamDecoder stream_;
  PlayLine line_;
  PlayoutPace pace_;
  State state_ = State::kFilling;
  BlockReview* review_ = nullptr;  ///< during a pull
  bool muted_ = false;             ///< the last block of speech was muted
  Duration floor_{};
  std::optional<Instant> last_pull_;
  RtpTimestamp pulled_from_;
};

}  // namespace sdkpp::jitter
