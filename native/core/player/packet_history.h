#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include "core/opus/packet.h"
#include "core/player/source.h"

namespace sdkpp::player {

/// The newest packets of a source: a decoder that begins in the middle needs as many before its sound is
/// right, because each packet says how the sound differs from the one before. Media thread.
class PacketHistory {
 public:
  static constexpr std::size_t kPackets = 8;

  /// A packet. An empty one is lost, and so is one that cannot be sent. A decoder cannot begin before a
  /// stream.
  void Add(const SourceBlock& block) noexcept {
    const auto packet = block.opus;
    if (block.begins) Clear();
    newest_ = (newest_ + 1) % kPackets;
    count_ = std::min(count_ + 1, kPackets);
    Entry& entry = entries_[newest_];
    entry.samples = block.opus_samples;
    entry.size = packet.size() <= opus::kMaxPayload ? packet.size() : 0;
    std::ranges::copy(packet.first(entry.size), entry.bytes.begin());
  }
  void Clear() noexcept { count_ = 0; }
  [[nodiscard]] bool empty() const noexcept { return count_ == 0; }

  /// The packet that came `before` others, of which 0 is the newest; empty when there is none.
  [[nodiscard]] std::span<const std::uint8_t> Packet(std::size_t before = 0) const noexcept {
    if (before >= count_) return {};
    const Entry& entry = entries_[(newest_ + kPackets - before) % kPackets];
    return std::span(entry.bytes).first(entry.size);
  }
  /// How long the newest is, in samples per channel; 0 when there is none.
  [[nodiscard]] std::uint32_t samples() const noexcept { return count_ > 0 ? entries_[newest_].samples : 0; }

 private:
  struct Entry {
    std::size_t size = 0;
    std::uint32_t samples = 0;
    std::array<std::uint8_t, opus::kMaxPayload> bytes;
  };

  std::size_t newest_ = 0;
  std::size_t count_ = 0;
  std::array<Entry, kPackets> entries_;
};

}  // namespace sdkpp::player
