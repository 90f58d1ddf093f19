#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include "core/base/audio_format.h"
#include "core/base/instant.h"
#include "core/jitter/arrival.h"
#include "core/jitter/block_queue.h"
#include "core/jitter/concealment_fade.h"
#include "core/jitter/frame_decoder.h"
#include "core/jitter/jitter_stats.h"
#include "core/jitter/stream_front.h"

namespace sdkpp::jitter {

/// The middle part of a jitter buffer: what sound comes next in the stream. Decodes packets as soon as they
/// are next in order; recovers or makes up what is missing when its time has come.
class StreamDecoder {
 public:
  /// All must live as long as this.
  StreamDecoder(FrameDecoder& decoder, Arrival& arrival, JitterStats& stats)
      : decoder_(decoder), arrival_(arrival), stats_(stats) {}

  /// Lets the oldest packet be the next to decode when its playout is at most `early` away. media thread
  bool FindFront(Instant now, Duration early) noexcept;
  /// Decodes all that is next in order. A pause in the stream waits until the sound before it has played
  /// (`playing`). media thread
  void DecodeAhead(Instant next_pull, bool playing) noexcept;
  /// Sound is due and nothing whole is decoded: brings the stream on by one step. False: speech has ended,
  /// the next has to be found anew. media thread
  [[nodiscard]] bool Conceal(Instant now, Instant next_pull) noexcept;
  /// The stream starts over.
  void Restart() noexcept;

  [[nodiscard]] BlockQueue& blocks() noexcept { return blocks_; }
  [[nodiscard]] const BlockQueue& blocks() const noexcept { return blocks_; }
  [[nodiscard]] const StreamFront& front() const noexcept { return front_; }
  /// Timestamp of the oldest decoded sample.
  [[nodiscard]] std::int64_t start() const noexcept {
    return front_.timestamp() - static_cast<std::int64_t>(blocks_.samples());
  }
  /// Length of the last packet.
  [[nodiscard]] std::uint32_t frame_samples() const noexcept { return frame_samples_; }

 private:
  void SpendCredit(Instant next_pull) noexcept;
  [[nodiscard]] bool ShouldSkipLate(const Packet& packet, Instant next_pull) const noexcept;
  bool DecodeNext(bool playing) noexcept;
  void DecodePacket(const Packet& packet) noexcept;
  bool ConcealGap(const Packet& next) noexcept;
  bool ConcealUnknown(Instant now) noexcept;
  bool EndSpeech(bool reset_decoder) noexcept;
  void Stop(bool reset_decoder) noexcept;
  bool Recover(const Packet& next, std::size_t samples) noexcept;
  void MakeUp(std::size_t samples) noexcept;
  void EmitSilence(std::size_t samples) noexcept;
  [[nodiscard]] std::span<std::int16_t> Scratch(std::size_t samples) noexcept {
    return std::span(scratch_).first(samples * kChannels);
  }

  FrameDecoder& decoder_;
  Arrival& arrival_;
  JitterStats& stats_;
  BlockQueue blocks_;
  StreamFront front_;
  ConcealmentFade fade_;
  std::array<std::int16_t, 5760 * kChannels> scratch_{};
  std::uint32_t frame_samples_ = kBlockSamples;
  bool silent_ = true;      ///< the last decoded packet was a silence frame
  std::size_t credit_ = 0;  ///< concealed samples for which no packet is known to be missing
};

}  // namespace sdkpp::jitter
