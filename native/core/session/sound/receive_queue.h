#pragma once

#include <algorithm>
#include <atomic>
#include <bit>
#include <cstdint>
#include <cstring>
#include <span>

#include "core/base/audio_format.h"
#include "core/base/record_ring.h"
#include "core/base/strong.h"
#include "core/session/sound/output.h"

namespace sdkpp::session {

enum class ReceivedFormat : std::uint8_t { kOpus, kPcm, kMix, kEar, kTurn };

/// JavaScript's number of a subscription; 0 is none, and that of the mixed sound, of frames and of turns.
using SubscriptionTag = std::uint32_t;

/// In front of the bytes of each packet or block. lib/native/received.ts reads the same layout.
struct ReceivedHead {
  SubscriptionTag tag = 0;
  ReceivedFormat format = ReceivedFormat::kOpus;
  std::uint8_t reserved = 0;
  std::uint16_t sequence = 0;
  std::uint32_t rtp_timestamp = 0;
  std::uint32_t size = 0;  ///< of the bytes that follow
  std::uint64_t time = 0;  ///< of the first sample, on the SoundClock
  std::uint32_t ssrc = 0;
  std::int32_t arrived_after = 0;  ///< that time, ticks; negative for a packet that was ahead of it
};
static_assert(sizeof(ReceivedHead) == 32 && std::endian::native == std::endian::little);

/// Carries received sound from the media thread to JavaScript. When JavaScript is late the newest blocks are
/// dropped and counted. Made by the JavaScript thread.
class ReceiveQueue final {
 public:
  /// A second of twenty speakers' samples. Memory that is never reached is never used.
  static constexpr std::size_t kBytes = std::size_t{4} * 1024 * 1024;

  ReceiveQueue() : ring_(kBytes) {}

  /// Sets how many bytes packets and blocks of subscriptions leave free, for turns. Media thread.
  void KeepFree(std::size_t bytes) noexcept { kept_free_ = bytes; }
  /// False when it is dropped. Media thread.
  bool Push(ReceivedHead head, std::span<const std::uint8_t> bytes) noexcept {
    const std::size_t size = sizeof(head) + bytes.size();
    const bool may = !IsSubscribed(head.format) || kept_free_ == 0 || ring_.HasRoomFor(kept_free_ + size);
    const auto record = may ? ring_.Claim(size) : std::span<std::uint8_t>();
    if (record.empty()) {
      dropped_.fetch_add(1, std::memory_order_relaxed);
      return false;
    }
    head.size = static_cast<std::uint32_t>(bytes.size());
    std::memcpy(record.data(), &head, sizeof(head));
    std::ranges::copy(bytes, record.begin() + sizeof(head));
    ring_.Commit();
    return true;
  }
  /// Whether so many bytes are free. Media thread.
  [[nodiscard]] bool HasRoomFor(std::size_t bytes) noexcept { return ring_.HasRoomFor(bytes); }

  /// Media thread.
  void PushBlock(SubscriptionTag tag, ReceivedFormat format,
                 std::span<const std::int16_t, kBlockValues> block, std::uint64_t time) noexcept {
    const auto* bytes = reinterpret_cast<const std::uint8_t*>(block.data());
    (void)Push({.tag = tag, .format = format, .time = time}, std::span(bytes, block.size_bytes()));
  }
  /// The tick that is played. Media thread.
  void SetTickTime(std::uint64_t time) noexcept { tick_time_ = time; }
  [[nodiscard]] std::uint64_t tick_time() const noexcept { return tick_time_; }

  /// Either thread; a moment later it may differ.
  [[nodiscard]] bool empty() const noexcept { return ring_.empty(); }
  /// JavaScript thread: the records, see RecordRing::TakeAll.
  [[nodiscard]] RecordRing& records() noexcept { return ring_; }
  [[nodiscard]] std::uint64_t dropped() const noexcept { return dropped_.load(std::memory_order_relaxed); }

 private:
  [[nodiscard]] static bool IsSubscribed(ReceivedFormat format) noexcept {
    return format != ReceivedFormat::kEar && format != ReceivedFormat::kTurn;
  }

  RecordRing ring_;
  std::size_t kept_free_ = 0;
  std::uint64_t tick_time_ = 0;
  std::atomic<std::uint64_t> dropped_{0};
};

/// The mixed sound as a stream to JavaScript.
class QueueOutput final : public Output {
 public:
  /// `queue` must live as long as this.
  explicit QueueOutput(ReceiveQueue& queue) noexcept : queue_(queue) {}
  void Play(std::span<const std::int16_t, kBlockValues> block) noexcept override {
    queue_.PushBlock(0, ReceivedFormat::kMix, block, queue_.tick_time());
  }

 private:
  ReceiveQueue& queue_;
};

}  // namespace sdkpp::session
