#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>

#include "core/base/audio_format.h"
#include "core/base/field_reader.h"
#include "core/base/field_writer.h"
#include "core/base/instant.h"
#include "core/base/prefetch.h"
#include "core/base/strong.h"
#include "core/jitter/decoded_block.h"
#include "core/jitter/frame_decoder.h"
#include "core/jitter/jitter_buffer.h"
#include "core/jitter/speaking_detector.h"
#include "core/session/speaker/packet_tally.h"

namespace sdkpp::session {

using BlockKind = jitter::BlockKind;
using DecodedBlock = jitter::DecodedBlock;
using SpeakerStats = jitter::JitterStats;

/// One remote speaker: Opus decoder, jitter buffer and speaking detection. Used by one thread. Only Create
/// allocates; about 330 KB each.
class Speaker {
 public:
  /// nullptr when the decoder cannot be made (out of memory).
  [[nodiscard]] static std::unique_ptr<Speaker> Create();
  /// With another codec than Opus.
  [[nodiscard]] static std::unique_ptr<Speaker> CreateWith(std::unique_ptr<jitter::FrameDecoder> decoder);

  /// Whether the decoded sound is used (true at first). While it is not, packets are counted only: no block
  /// is offered, and Pull gives silence. media thread
  void SetHeard(bool heard) noexcept;
  [[nodiscard]] bool heard() const noexcept { return heard_; }

  /// Prefetches the fields that an unheard packet reads, or those behind a pointer there.
  void Prefetch(Ahead ahead) const noexcept {
    if (ahead == Ahead::kNext)
      PrefetchLines(decoder_.get(), sizeof(void*));
    else
      PrefetchLines(this, kUncoded);
  }

  /// While it is not heard: decodes one packet apart from the stream into `out`, at most 2 x 5760 values.
  /// @returns samples per channel; 0 when it is malformed. media thread
  [[nodiscard]] std::size_t DecodeApart(std::span<const std::uint8_t> payload, std::span<float> out) noexcept;

  /// Drops what waits to be played; the next packet begins a stream. media thread
  void StartOver() noexcept;

  /// Takes one packet. `now` is its arrival (the tick's time will do); `payload` is untrusted Opus, at most
  /// 1500 bytes are accepted. Duplicates, late and malformed packets are counted and dropped. media thread
  void Insert(Instant now, ExtendedSequence sequence, RtpTimestamp timestamp,
              std::span<const std::uint8_t> payload) noexcept;

  /// Decode-ahead: offers each block of received speech exactly once, as soon as it is next in order (a gap
  /// waits for its own playout time). Call until it has nothing. Concealment is not offered. media thread
  [[nodiscard]] std::optional<DecodedBlock> TakeDecoded(Instant now) noexcept;

  /// An offered block, or nullptr once it has been pulled or dropped. A muted one, and concealment made from
  /// it, plays as silence. media thread
  [[nodiscard]] jitter::BlockQueue::Block* FindBlock(std::uint32_t id) noexcept;

  /// The next 20 ms to play; call once per tick. `out` is always filled, with zeros for silence, ±1 at full
  /// scale. `review` settles each block before it is heard. media thread
  BlockKind Pull(Instant now, std::span<float, kBlockValues> out,
                 jitter::BlockReview* review = nullptr) noexcept;

  /// The RTP timestamp of its first sample, see JitterBuffer. media thread
  [[nodiscard]] RtpTimestamp pulled_from() const noexcept { return jitter_.pulled_from(); }

  /// A tick without Pull, while the sound is not heard. media thread
  void SkipPull(Instant now) noexcept { speaking_.OnTick(now); }

  /// Silences what was settled and has not played yet. media thread
  void MuteLine() noexcept { jitter_.MuteLine(); }

  /// Least time between the usual arrival of a packet and its playout, 0 to 200 ms (clamped); for the time in
  /// which a receive callback is registered. 0 = no floor. media thread
  void SetPlayoutFloor(Duration floor) noexcept;

  /// So long without packets a user still speaks, 200 ms at first. media thread
  void SetSpeakingHold(Duration hold) noexcept { speaking_.SetHold(hold); }

  /// Whether the user is speaking: from the first packet that is not a silence frame until five silence
  /// frames in a row or that time without packets (as of the last Insert or Pull).
  [[nodiscard]] bool audible() const noexcept;

  [[nodiscard]] SpeakerStats stats() const noexcept;

  /// Whether something waits to play.
  [[nodiscard]] bool has_packets() const noexcept { return heard_ && decoded_ && !jitter_.empty(); }
  void SavePackets(FieldWriter& out) const noexcept { jitter_.Save(out); }
  /// Into a new one. Decodes some of them.
  void RestorePackets(FieldReader& in) noexcept {
    decoded_ = true;
    jitter_.Restore(in);
  }

  /// Whether the user speaks; statistics and packets that wait to play are not in it.
  void Save(FieldWriter& out) const noexcept { speaking_.Save(out); }
  void Restore(FieldReader& in) noexcept { speaking_.Restore(in); }

 private:
  /// Bytes in front of the jitter buffer that a packet reads.
  static constexpr std::size_t kUncoded = 192;

  explicit Speaker(std::unique_ptr<jitter::FrameDecoder> decoder);

  void Count(Instant now, ExtendedSequence sequence, RtpTimestamp timestamp,
             std::span<const std::uint8_t> payload) noexcept;

  // fields that are used while it is not heard lie together, in front
  std::unique_ptr<jitter::FrameDecoder> decoder_;
  jitter::SpeakingDetector speaking_;
  bool heard_ = true;
  bool decoded_ = false;  ///< some packet went to the jitter buffer
  PacketTally tally_;
  jitter::JitterBuffer jitter_;
};

}  // namespace sdkpp::session
