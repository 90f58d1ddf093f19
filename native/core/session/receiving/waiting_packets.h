#pragma once

#include <array>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <span>

#include "core/base/field.h"
#include "core/base/fixed_vector.h"
#include "core/base/instant.h"
#include "core/base/strong.h"
#include "core/rtp/sealer.h"
#include "core/session/receiving/frame_decryption.h"

namespace sdkpp::session {

/// Packets that have no speaker yet: their SSRC is not claimed, or its user has not been heard for long.
/// Still sealed end to end. Media thread.
class WaitingPackets {
 public:
  explicit WaitingPackets(Reserve& reserve) : slots_(reserve) {}

  /// For so long a packet waits.
  static constexpr Duration kLimit = std::chrono::milliseconds(250);

  struct Packet {
    Instant arrived{};
    Ssrc ssrc;
    Sequence sequence;
    RtpTimestamp timestamp;
    std::uint16_t size = 0;
    std::array<std::uint8_t, kMaxReceivedPayload> bytes;

    [[nodiscard]] std::span<const std::uint8_t> payload() const noexcept {
      return std::span(bytes).first(size);
    }
  };

  /// Keeps a copy, ten of an SSRC at most. `claimed` SSRCs come first: others have half of the room, and make
  /// way.
  void Keep(Instant now, const rtp::OpenedRtp& packet, bool claimed) noexcept;
  /// Takes the oldest packet of an SSRC out; it is valid until the next Keep. Nothing when there is none.
  [[nodiscard]] const Packet* Take(Instant now, Ssrc ssrc) noexcept;
  [[nodiscard]] bool Has(Ssrc ssrc) const noexcept;
  void Clear() noexcept;

  /// Packets that were dropped because their SSRC was not claimed in time, or because there was no room.
  [[nodiscard]] std::uint64_t dropped() const noexcept { return dropped_; }

  void Save(FieldWriter& out) const noexcept;
  /// Into an empty one.
  void Restore(FieldReader& in) noexcept;

 private:
  struct Fields;

  struct Slot {
    bool used = false;
    bool claimed = false;
    Packet packet;
  };
  static constexpr std::size_t kSlots = 32;
  static constexpr std::size_t kUnclaimed = kSlots / 2;
  static constexpr std::size_t kPerSsrc = 10;

  template <class Match>
  [[nodiscard]] Slot* Oldest(const Match& matches) noexcept;
  void Expire(Instant now) noexcept;
  void Drop(Slot& slot) noexcept;

  FixedVector<Slot, kSlots> slots_;
  std::uint64_t dropped_ = 0;
};

}  // namespace sdkpp::session
