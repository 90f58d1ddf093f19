#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include "core/base/audio_format.h"
#include "core/base/field.h"
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
  /// A tick has passed: two blocks more may be decoded. This bounds the cost of a sender, however
  /// often its stream starts over.
  void Refill() noexcept { budget_ = std::min(budget_ + kBudgetPerTick, kMostBudget); }
  /// Decodes all that is next in order, as far as the budget goes, and leaves out what is too old. A pause in
  /// the stream waits until the sound before it has played (`playing`). `next_load` is when the oldest
  /// decoded block is taken. media thread
  void DecodeAhead(Instant next_load, bool playing) noexcept;
  /// Sound is due and nothing whole is decoded: brings the stream on by one step. False: speech has ended,
  /// and the next packet starts over. media thread
  [[nodiscard]] bool Conceal(Instant now, Instant next_load) noexcept;
  /// The stream starts over.
  void Restart() noexcept;

  [[nodiscard]] BlockQueue& blocks() noexcept { return blocks_; }
  [[nodiscard]] const BlockQueue& blocks() const noexcept { return blocks_; }
  [[nodiscard]] const StreamFront& front() const noexcept { return front_; }
  /// Timestamp of the oldest decoded sample.
  [[nodiscard]] std::int64_t start() const noexcept {
    return front_.timestamp() - static_cast<std::int64_t>(blocks_.samples());
  }
  /// The same, when the concealment that nothing is known about stands for packets that are lost.
  [[nodiscard]] std::int64_t likely_start() const noexcept {
    return start() + static_cast<std::int64_t>(credit_);
  }
  /// Length of the last packet.
  [[nodiscard]] std::uint32_t frame_samples() const noexcept { return frame_samples_; }
  /// Where the oldest sample lies that is decoded, or will be next.
  [[nodiscard]] StreamPlace begin() const noexcept;

  /// What was not played: packets from `from` on, which are decoded again, and while sound flows
  /// (`in_speech`) the two before, so that the other decoder continues it.
  void Save(FieldWriter& out, const StreamPlace& from, bool in_speech) const noexcept;
  /// Behind what it takes packets from.
  void Restore(FieldReader& in) noexcept;

 private:
  struct Fields;

  /// In samples per channel.
  static constexpr std::int64_t kBudgetPerTick = 2 * kBlockSamples;
  static constexpr std::int64_t kMostBudget = BlockQueue::kCapacity * kBlockSamples;

  void SpendCredit(Instant next_load) noexcept;
  [[nodiscard]] bool ShouldSkipLate(const Packet& packet, Instant next_load) const noexcept;
  [[nodiscard]] bool IsTooOld(const Packet& packet, Instant next_load) const noexcept;
  /// How many milliseconds later than necessary a sample is if it plays at `at`.
  [[nodiscard]] double Excess(Instant at, std::int64_t timestamp) const noexcept;
  bool DecodeNext(Instant next_load, bool playing) noexcept;
  void Pass(const Packet& packet) noexcept;
  void DecodePacket(const Packet& packet) noexcept;
  bool ConcealGap(const Packet& next, Instant next_load) noexcept;
  bool ConcealUnknown(Instant now) noexcept;
  /// So many samples of a packet were played before the stream was restored.
  [[nodiscard]] std::uint32_t PlayedOf(std::int64_t sequence) const noexcept {
    return sequence == restored_at_.sequence ? restored_at_.skipped : 0;
  }
  [[nodiscard]] StreamPlace Place() const noexcept { return {front_.sequence(), front_.timestamp()}; }
  void TakeRestored(const Packet& packet, FieldReader& in) noexcept;
  bool EndSpeech(bool reset_decoder) noexcept;
  void Stop(bool reset_decoder) noexcept;
  bool Recover(const Packet& next, std::size_t samples) noexcept;
  void MakeUp(std::size_t samples) noexcept;
  void EmitSilence(std::size_t samples) noexcept;
  [[nodiscard]] std::span<float> Scratch(std::size_t samples) noexcept {
    return std::span(scratch_).first(samples * kChannels);
  }

  FrameDecoder& decoder_;
  Arrival& arrival_;
  JitterStats& stats_;
  BlockQueue blocks_;
  StreamFront front_;
  ConcealmentFade fade_;
  std::array<float, 5760 * kChannels> scratch_{};
  std::uint32_t frame_samples_ = kBlockSamples;
  bool silent_ = true;  ///< the last decoded packet was a silence frame
  std::int64_t budget_ = kMostBudget;
  std::size_t credit_ = 0;   ///< concealed samples for which no packet is known to be missing
  StreamPlace restored_at_;  ///< where the stream began when it was restored
};

}  // namespace sdkpp::jitter
