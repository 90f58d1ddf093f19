#pragma once

#include <cstdint>

#include "core/base/field.h"
#include "core/jitter/packet_buffer.h"

namespace sdkpp::jitter {

/// Keeps single stray packets from moving a stream: a packet far ahead, far behind, or with a timestamp far
/// in the past or the future is held, and only a direct successor that fits it proves that the sender started
/// over (RFC 3550's probation).
class StreamGuard {
 public:
  static constexpr std::int64_t kMaxAhead = 3000;
  static constexpr std::int64_t kMaxBehind = 1024;
  /// How far a timestamp may be off what the time that passed makes of it.
  static constexpr std::int64_t kMaxTicksOff = 480'000;

  enum class Verdict { kAccept, kHold, kRestart };

  /// kHold: the packet was copied into held(). kRestart: held() and this one begin a new stream. media thread
  [[nodiscard]] Verdict Check(const Packet& packet) noexcept;

  /// The next packet is the first of a stream.
  void Reset() noexcept { started_ = holding_ = false; }

  [[nodiscard]] const Packet& held() const noexcept { return held_; }

  void Save(FieldWriter& out) const noexcept;
  void Restore(FieldReader& in, const FrameDecoder& codec) noexcept;

 private:
  struct Fields;

  /// The reference that a packet is compared with.
  struct Position {
    std::int64_t sequence = 0;
    std::int64_t timestamp = 0;
    Instant arrival{};
  };

  [[nodiscard]] static Position PositionOf(const Packet& packet) noexcept {
    return {packet.sequence, packet.timestamp, packet.arrival};
  }
  [[nodiscard]] static bool Fits(const Packet& packet, const Position& before) noexcept;

  Packet held_;
  bool holding_ = false;
  bool started_ = false;
  Position newest_;  ///< of the accepted packets
};

}  // namespace sdkpp::jitter
