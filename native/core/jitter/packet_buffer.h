#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>

#include "core/base/instant.h"

namespace sdkpp::jitter {

/// One packet that waits to be decoded.
struct Packet {
  static constexpr std::size_t kMaxBytes = 1500;

  std::int64_t sequence = 0;   ///< extended
  std::int64_t timestamp = 0;  ///< unwrapped 48 kHz ticks
  Instant arrival{};
  std::uint32_t samples = 0;  ///< per channel
  bool silence = false;
  std::uint16_t size = 0;
  std::array<std::uint8_t, kMaxBytes> bytes;

  [[nodiscard]] std::span<const std::uint8_t> payload() const noexcept { return {bytes.data(), size}; }
};

/// Up to 64 packets in order of sequence. A packet too far ahead pushes the oldest out.
class PacketBuffer {
 public:
  static constexpr std::size_t kCapacity = 64;

  enum class Inserted { kNew, kDuplicate, kBehind };

  PacketBuffer();

  /// Copies `packet` (without unused bytes). kBehind: more than 63 behind the newest one here. media thread
  Inserted Insert(const Packet& packet) noexcept;

  /// The packet with that sequence, nullptr when it is not here. Valid until the next Insert or Drop.
  [[nodiscard]] const Packet* Find(std::int64_t sequence) const noexcept;

  /// The oldest packet, nullptr when empty.
  [[nodiscard]] const Packet* First() const noexcept;

  /// Removes one packet, if it is here.
  void Drop(std::int64_t sequence) noexcept;

  void Clear() noexcept;

  [[nodiscard]] std::size_t size() const noexcept { return size_; }
  [[nodiscard]] bool empty() const noexcept { return size_ == 0; }
  /// Packets pushed out since construction.
  [[nodiscard]] std::uint64_t pushed_out() const noexcept { return pushed_out_; }

 private:
  [[nodiscard]] static std::size_t SlotOf(std::int64_t sequence) noexcept;
  void MakeRoomFor(std::int64_t sequence) noexcept;

  std::unique_ptr<Packet[]> slots_;
  std::array<bool, kCapacity> used_{};
  std::size_t size_ = 0;
  std::int64_t newest_ = 0;
  std::int64_t first_ = 0;  ///< no packet is older than this
  std::uint64_t pushed_out_ = 0;
};

}  // namespace sdkpp::jitter
