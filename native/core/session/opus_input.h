#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <cstdint>
#include <span>

#include "core/base/spsc_ring.h"
#include "core/opus/packet.h"
#include "core/session/input.h"

namespace sdkpp::session {

/// Opus packets pushed from the JavaScript thread; 50 wait at most.
class OpusInput final : public Input {
 public:
  static constexpr std::size_t kPackets = 50;

  OpusInput() : queue_(kPackets) {}

  /// JavaScript thread. False when the queue is full or the packet is not valid Opus of at most 1275 bytes.
  [[nodiscard]] bool Write(std::span<const std::uint8_t> packet) noexcept {
    const auto samples = opus::PacketSamples(packet);
    Packet* slot = samples && packet.size() <= opus::kMaxPayload ? queue_.Claim() : nullptr;
    if (slot == nullptr) return false;
    slot->size = static_cast<std::uint32_t>(packet.size());
    slot->samples = static_cast<std::uint32_t>(*samples);
    std::ranges::copy(packet, slot->bytes.begin());
    queue_.Commit();
    return true;
  }

  /// JavaScript thread: no more packets will come.
  void Finish() noexcept { finished_.store(true, std::memory_order_release); }

  [[nodiscard]] InputBlock Next() noexcept override {
    const bool finished = finished_.load(std::memory_order_acquire);
    const Packet* front = queue_.Front();
    if (front == nullptr) return {finished ? InputBlock::Kind::kEnd : InputBlock::Kind::kNothing, {}, {}, 0};
    current_.size = front->size;
    current_.samples = front->samples;
    std::copy_n(front->bytes.begin(), front->size, current_.bytes.begin());
    queue_.Release();
    return {InputBlock::Kind::kOpus, {}, std::span(current_.bytes).first(current_.size), current_.samples};
  }

 private:
  struct Packet {
    std::uint32_t size = 0;
    std::uint32_t samples = 0;
    std::array<std::uint8_t, opus::kMaxPayload> bytes;
  };

  SpscRing<Packet> queue_;
  Packet current_;
  std::atomic<bool> finished_{false};
};

}  // namespace sdkpp::session
