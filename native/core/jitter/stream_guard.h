#pragma once

#include <cstdint>

#include "core/jitter/packet_buffer.h"

namespace sdkpp::jitter {

/// Keeps single stray packets from moving a stream: a packet far ahead, far behind or with a timestamp far in
/// the past is held, and only a direct successor proves that the sender started over (RFC 3550's probation).
class StreamGuard {
 public:
  static constexpr std::int64_t kMaxAhead = 3000;
  static constexpr std::int64_t kMaxBehind = 1024;
  static constexpr std::int64_t kMaxTicksBehind = 10 * 48'000;

  enum class Verdict { kAccept, kHold, kRestart };

  /// kHold: the packet was copied into held(). kRestart: held() and this one begin a new stream. media thread
  [[nodiscard]] Verdict Judge(const Packet& packet) noexcept;

  /// The next packet is the first of a stream.
  void Reset() noexcept { started_ = holding_ = false; }

  [[nodiscard]] const Packet& held() const noexcept { return held_; }
  /// No accepted packet is newer than `packet`.
  [[nodiscard]] bool IsNewest(const Packet& packet) const noexcept { return packet.sequence == sequence_; }

 private:
  void Note(const Packet& packet) noexcept;
  [[nodiscard]] bool IsStray(const Packet& packet) const noexcept;

  Packet held_;
  bool holding_ = false;
  bool started_ = false;
  std::int64_t sequence_ = 0;   ///< newest accepted
  std::int64_t timestamp_ = 0;  ///< newest accepted
};

}  // namespace sdkpp::jitter
