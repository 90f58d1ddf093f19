#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>

#include "core/base/audio_format.h"
#include "core/base/field.h"
#include "core/base/instant.h"
#include "core/jitter/frame_decoder.h"

namespace sdkpp::jitter {

/// No stream has such a number, of a packet or a tick; distances between two never overflow.
inline constexpr std::int64_t kFarthestNumber = std::int64_t{1} << 60;

/// One packet that waits to be decoded.
struct Packet {
  struct Fields;

  /// As much as a datagram holds behind its headers.
  static constexpr std::size_t kMaxBytes = 2016;

  std::int64_t sequence = 0;   ///< extended
  std::int64_t timestamp = 0;  ///< unwrapped 48 kHz ticks
  Instant arrival{};
  std::uint32_t samples = 0;  ///< per channel
  bool silence = false;
  std::uint16_t size = 0;
  std::array<std::uint8_t, kMaxBytes> bytes;

  [[nodiscard]] std::span<const std::uint8_t> payload() const noexcept { return {bytes.data(), size}; }

  void Save(FieldWriter& out) const noexcept;
  /// `codec` judges the payload.
  void Restore(FieldReader& in, const FrameDecoder& codec) noexcept;
};

/// Up to 64 packets, and 1.28 s of sound, in order of sequence. Excess packets push the oldest out. No
/// call takes more than 64 steps, whatever the sequence numbers are.
class PacketBuffer {
 public:
  static constexpr std::size_t kCapacity = 64;
  /// Samples per channel of all packets; a burst of longer ones would be sound of many seconds ago.
  static constexpr std::size_t kMaxSamples = kCapacity * kBlockSamples;

  enum class Inserted { kNew, kDuplicate, kBehind };

  PacketBuffer();

  /// Copies `packet` (without unused bytes). kBehind: more than 63 behind the newest one here. media thread
  Inserted Insert(const Packet& packet) noexcept;

  /// The packet with that sequence, nullptr when it is not here. Valid until the next Insert or Drop.
  [[nodiscard]] const Packet* Find(std::int64_t sequence) const noexcept;

  /// The same, also of one that was dropped, until another one takes its place.
  [[nodiscard]] const Packet* Recall(std::int64_t sequence) const noexcept;

  /// `take` gets each packet, in order.
  template <class Take>
  void Each(const Take& take) const noexcept {
    const std::size_t oldest = SlotOf(newest_ + 1);
    for (std::size_t at = 0; at < kCapacity; ++at) {
      const std::size_t slot = (oldest + at) % kCapacity;
      if ((used_ & BitOf(slot)) != 0) take(slots_[slot]);
    }
  }

  /// The oldest packet, nullptr when empty.
  [[nodiscard]] const Packet* First() const noexcept;

  /// Removes one packet, if it is here.
  void Drop(std::int64_t sequence) noexcept;

  void Clear() noexcept;

  [[nodiscard]] std::size_t size() const noexcept { return static_cast<std::size_t>(std::popcount(used_)); }
  [[nodiscard]] bool empty() const noexcept { return used_ == 0; }
  /// Packets pushed out since construction.
  [[nodiscard]] std::uint64_t pushed_out() const noexcept { return pushed_out_; }

 private:
  [[nodiscard]] static std::size_t SlotOf(std::int64_t sequence) noexcept;
  [[nodiscard]] static constexpr std::uint64_t BitOf(std::size_t slot) noexcept {
    return std::uint64_t{1} << slot;
  }
  void MakeRoomFor(std::int64_t sequence) noexcept;
  void PushOut(std::int64_t sequence) noexcept;

  std::unique_ptr<Packet[]> slots_;
  std::uint64_t used_ = 0;   ///< bit n: slot n holds a packet
  std::size_t samples_ = 0;  ///< per channel, of all packets
  std::int64_t newest_ = 0;  ///< no packet is newer, and none 64 or more behind it
  std::uint64_t pushed_out_ = 0;
};

}  // namespace sdkpp::jitter
