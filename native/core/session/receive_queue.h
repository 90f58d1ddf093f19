#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <cstdint>
#include <cstring>
#include <span>

#include "core/base/audio_format.h"
#include "core/base/spsc_ring.h"
#include "core/base/strong.h"
#include "core/session/output.h"

namespace sdkpp::session {

enum class ReceivedFormat : std::uint8_t { kOpus, kPcm, kMix };

/// One block or packet on its way to JavaScript.
struct ReceivedRecord {
  UserId user;
  ReceivedFormat format = ReceivedFormat::kOpus;
  Sequence sequence;
  RtpTimestamp timestamp;
  std::uint32_t size = 0;  ///< bytes used
  alignas(8) std::array<std::uint8_t, kBlockValues * sizeof(std::int16_t)> bytes;
};

/// Carries received sound from the media thread to JavaScript. When JavaScript is late the newest blocks are
/// dropped and counted. Made by the JavaScript thread.
class ReceiveQueue final {
 public:
  static constexpr std::size_t kRecords = 1024;
  static constexpr std::size_t kSlotBytes = kBlockValues * sizeof(std::int16_t);

  ReceiveQueue() : ring_(kRecords) {}

  /// Media thread.
  void Push(const ReceivedRecord& head, std::span<const std::uint8_t> bytes) noexcept {
    ReceivedRecord* slot = bytes.size() <= kSlotBytes ? ring_.Claim() : nullptr;
    if (slot == nullptr) {
      dropped_.fetch_add(1, std::memory_order_relaxed);
      return;
    }
    slot->user = head.user;
    slot->format = head.format;
    slot->sequence = head.sequence;
    slot->timestamp = head.timestamp;
    slot->size = static_cast<std::uint32_t>(bytes.size());
    std::ranges::copy(bytes, slot->bytes.begin());
    ring_.Commit();
  }

  /// Media thread.
  void PushBlock(UserId user, ReceivedFormat format,
                 std::span<const std::int16_t, kBlockValues> block) noexcept {
    ReceivedRecord* slot = ring_.Claim();
    if (slot == nullptr) {
      dropped_.fetch_add(1, std::memory_order_relaxed);
      return;
    }
    slot->user = user;
    slot->format = format;
    slot->sequence = Sequence(0);
    slot->timestamp = RtpTimestamp(0);
    slot->size = static_cast<std::uint32_t>(block.size_bytes());
    std::memcpy(slot->bytes.data(), block.data(), block.size_bytes());
    ring_.Commit();
  }

  /// JavaScript thread.
  [[nodiscard]] const ReceivedRecord* Front() noexcept { return ring_.Front(); }
  void Release() noexcept { ring_.Release(); }
  [[nodiscard]] std::size_t size() const noexcept { return ring_.size(); }
  [[nodiscard]] std::uint64_t dropped() const noexcept { return dropped_.load(std::memory_order_relaxed); }

 private:
  SpscRing<ReceivedRecord> ring_;
  std::atomic<std::uint64_t> dropped_{0};
};

/// The mixed sound as a stream to JavaScript.
class QueueOutput final : public Output {
 public:
  /// `queue` must live as long as this.
  explicit QueueOutput(ReceiveQueue& queue) noexcept : queue_(queue) {}
  void Play(std::span<const std::int16_t, kBlockValues> block) noexcept override {
    queue_.PushBlock(UserId(0), ReceivedFormat::kMix, block);
  }

 private:
  ReceiveQueue& queue_;
};

}  // namespace sdkpp::session
