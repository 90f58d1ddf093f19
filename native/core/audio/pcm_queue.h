#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>

#include "core/audio/resampler.h"
#include "core/base/audio_format.h"
#include "core/base/field.h"

namespace sdkpp::audio {

/// Samples from the JavaScript thread, or from the one that decodes streams, to the media thread: any rate,
/// mono or stereo in, 48 kHz stereo blocks out, one second at most. One writer, one reader, no locks, no
/// allocation after construction.
class PcmQueue {
 public:
  static constexpr std::size_t kCapacity = kSampleRate;  ///< samples per channel

  /// `rate` in [8000, 192000] (clamped), `channels` 1 or 2 (clamped). Allocates.
  PcmQueue(int rate, int channels);
  /// What another queue saved goes on, without a seam in whatever is written next. Of no use when `in` has a
  /// fault. Allocates.
  explicit PcmQueue(FieldReader& in);
  PcmQueue(const PcmQueue&) = delete;
  PcmQueue& operator=(const PcmQueue&) = delete;

  /// Writer. Takes interleaved samples while there is room and returns how many it took, per channel, at the
  /// writer's rate. A last half frame is left out.
  [[nodiscard]] std::size_t Write(std::span<const std::int16_t> values) noexcept;

  /// Writer. The samples that follow are of another rate. What the one before still held back, a third of a
  /// millisecond at most, is lost. Allocates.
  void SetRate(int rate) { resampler_ = Resampler(rate); }

  /// Writer. No more samples will come: what is left inside is pushed out, and a last part block is delivered
  /// filled up with silence. Once is enough.
  void Finish() noexcept;

  /// Reader. How many samples per channel `out` has before the silence that fills up the last block; 0, with
  /// `out` untouched, when less than a block is there. media thread
  [[nodiscard]] std::size_t Read(std::span<std::int16_t, kBlockValues> out) noexcept;

  /// Reader. Drops everything queued. media thread
  void Drop() noexcept;

  /// Either side. Samples per channel at 48 kHz that are queued; a moment later it may differ.
  [[nodiscard]] std::size_t queued() const noexcept;
  /// Writer. Samples per channel at 48 kHz since the start.
  [[nodiscard]] std::uint64_t written() const noexcept { return written_.load(std::memory_order_relaxed); }
  /// Either side. Finished and everything read.
  [[nodiscard]] bool drained() const noexcept;

  /// While neither side uses it: what was written and not read, at 48 kHz, and what the resampler holds back.
  /// `before`: values of a block at most that were read and have to come again.
  void Save(FieldWriter& out, std::span<const std::int16_t> before) const noexcept;
  /// Bytes of a record.
  static constexpr std::size_t kMostSaved =
      (kCapacity + kBlockSamples) * kChannels * sizeof(std::int16_t) + 1024;

 private:
  struct Fields;

  /// In front of a full queue a block may come again.
  static constexpr std::size_t kRoom = kCapacity + kBlockSamples;

  /// Until so many samples per channel are queued.
  [[nodiscard]] std::span<std::int16_t> WritableRun(std::size_t most = kCapacity) noexcept;
  void Commit(std::size_t samples) noexcept;
  void CopyOut(std::size_t samples, std::int16_t* out) const noexcept;

  int channels_;
  Resampler resampler_;
  std::unique_ptr<std::int16_t[]> ring_;
  alignas(64) std::atomic<std::size_t> written_{0};  ///< samples per channel since the start
  alignas(64) std::atomic<std::size_t> read_{0};
  std::atomic<bool> finished_{false};
};

}  // namespace sdkpp::audio
