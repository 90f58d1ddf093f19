#pragma once

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <cstring>
#include <span>
#include <utility>

#include "core/base/audio_format.h"
#include "core/base/record_ring.h"
#include "core/base/slab.h"
#include "core/opus/packet.h"
#include "core/session/input.h"

namespace sdkpp::session {

/// Opus packets pushed from the JavaScript thread: 2 s of them wait at most, in 32 KB.
class OpusInput final : public Input, public InSlab<OpusInput> {
 public:
  static constexpr std::size_t kQueuedBytes = std::size_t{32} * 1024;
  static constexpr std::uint32_t kQueuedSamples = 2 * kSampleRate;

  /// What became of packets that were written together.
  struct Written {
    std::size_t bytes = 0;  ///< of the input that were taken, whole packets
    std::size_t invalid =
        0;  ///< among them, packets that are no Opus of at most 1275 bytes; they are skipped
  };

  OpusInput() : queue_(kQueuedBytes) {}

  /// JavaScript thread. False when the queue is full or the packet is not valid Opus of at most 1275 bytes.
  [[nodiscard]] bool Write(std::span<const std::uint8_t> packet) noexcept {
    const auto samples = opus::PacketSamples(packet);
    return samples && packet.size() <= opus::kMaxPayload && Push(packet, *samples);
  }

  /// JavaScript thread. Packets one behind the other, each after its length (16 bits, little endian); takes
  /// them until the queue is full.
  [[nodiscard]] Written WriteAll(std::span<const std::uint8_t> packed) noexcept {
    Written written;
    while (packed.size() - written.bytes >= 2) {
      const auto rest = packed.subspan(written.bytes);
      const std::size_t size = rest[0] | (rest[1] << 8);
      if (size > rest.size() - 2) break;
      const auto packet = rest.subspan(2, size);
      const auto samples = opus::PacketSamples(packet);
      const bool valid = samples && size <= opus::kMaxPayload;
      if (valid && !Push(packet, *samples)) break;
      written.invalid += valid ? 0 : 1;
      written.bytes += 2 + size;
    }
    return written;
  }

  /// JavaScript thread: how much sound waits, in samples per channel.
  [[nodiscard]] std::uint32_t queued_samples() const noexcept {
    return written_ - taken_.load(std::memory_order_relaxed);
  }

  /// JavaScript thread: no more packets will come.
  void Finish() noexcept { finished_.store(true, std::memory_order_release); }

  void Prefetch() const noexcept override { queue_.Prefetch(lent_); }
  [[nodiscard]] InputBlock Next() noexcept override {
    EndLoan();
    const bool finished = finished_.load(std::memory_order_acquire);
    const auto record = queue_.Front();
    if (record.empty()) return {finished ? InputBlock::Kind::kEnd : InputBlock::Kind::kNothing, {}, {}, 0};
    const std::uint32_t samples = SamplesOf(record);
    return {InputBlock::Kind::kOpus, {}, Lend(record), samples};
  }
  /// The same for a packet that lasts one tick; otherwise empty, and Next gives what is next.
  [[nodiscard]] std::span<const std::uint8_t> NextOfOneTick() noexcept {
    EndLoan();
    const auto record = queue_.Front();
    if (record.empty() || SamplesOf(record) != kBlockSamples) return {};
    return Lend(record);
  }
  [[nodiscard]] OpusInput* packets() noexcept override { return this; }

 private:
  using Record = std::span<const std::uint8_t>;

  [[nodiscard]] static std::uint32_t SamplesOf(Record record) noexcept {
    std::uint32_t samples = 0;
    std::memcpy(&samples, record.data(), sizeof(samples));
    return samples;
  }
  /// The packet in a record, until EndLoan.
  [[nodiscard]] Record Lend(Record record) noexcept {
    lent_ = true;
    taken_.store(taken_.load(std::memory_order_relaxed) + SamplesOf(record), std::memory_order_relaxed);
    return record.subspan(sizeof(std::uint32_t));
  }
  void EndLoan() noexcept {
    if (std::exchange(lent_, false)) queue_.Release();
  }
  [[nodiscard]] bool Push(std::span<const std::uint8_t> packet, std::size_t samples) noexcept {
    if (queued_samples() + samples > kQueuedSamples) return false;
    const auto count = static_cast<std::uint32_t>(samples);
    const auto record = queue_.Claim(sizeof(count) + packet.size());
    if (record.empty()) return false;
    std::memcpy(record.data(), &count, sizeof(count));
    std::ranges::copy(packet, record.begin() + sizeof(count));
    queue_.Commit();
    written_ += count;
    return true;
  }

  // small, and before the queue: in the cache line of the object's beginning
  bool lent_ = false;          ///< media thread
  std::uint32_t written_ = 0;  ///< samples; JavaScript thread
  std::atomic<std::uint32_t> taken_{0};
  std::atomic<bool> finished_{false};
  RecordRing queue_;
};

}  // namespace sdkpp::session
