#pragma once

#include <cstdint>

namespace sdkpp::jitter {

/// A sample of a stream: by its packet, and how many samples of that lie before.
struct StreamPlace {
  std::int64_t sequence = 0;
  std::int64_t timestamp = 0;  ///< of the packet's first sample
  std::uint32_t skipped = 0;
};

/// The place in a stream up to which it is decoded.
class StreamFront {
 public:
  enum class State { kAhead, kMissed, kDecoded };

  /// Whether sequence() is what the sender sends next.
  [[nodiscard]] bool known() const noexcept { return known_; }
  /// The packet to decode next.
  [[nodiscard]] std::int64_t sequence() const noexcept { return sequence_; }
  /// Of the sample after all decoded ones.
  [[nodiscard]] std::int64_t timestamp() const noexcept { return timestamp_; }

  [[nodiscard]] State StateOf(std::int64_t sequence) const noexcept {
    const std::int64_t behind = sequence_ - sequence;
    if (!known_ || behind <= 0) return State::kAhead;
    return behind <= 64 && ((decoded_before_ >> (behind - 1)) & 1) != 0 ? State::kDecoded : State::kMissed;
  }

  /// The next packet was decoded or skipped, and ended at `timestamp`.
  void Advance(bool decoded, std::int64_t timestamp) noexcept {
    ++sequence_;
    decoded_before_ = (decoded_before_ << 1) | (decoded ? 1 : 0);
    timestamp_ = timestamp;
  }

  /// Goes to a packet. Returns how many were passed over.
  std::int64_t JumpTo(std::int64_t sequence, std::int64_t timestamp) noexcept {
    const std::int64_t passed = known_ ? sequence - sequence_ : 0;
    if (!known_ || passed != 0) decoded_before_ = 0;
    known_ = true;
    sequence_ = sequence;
    timestamp_ = timestamp;
    return passed;
  }

  void Reset() noexcept { known_ = false; }

 private:
  bool known_ = false;
  std::int64_t sequence_ = 0;
  std::int64_t timestamp_ = 0;
  std::uint64_t decoded_before_ = 0;  ///< bit n: sequence_ - 1 - n was decoded
};

}  // namespace sdkpp::jitter
