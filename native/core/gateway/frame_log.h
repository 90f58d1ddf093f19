#pragma once

#include <array>
#include <cstdint>
#include <span>

#include "core/base/field_reader.h"
#include "core/base/field_writer.h"

namespace sdkpp::gateway {

/// The client's side of buffered resume: the last number seen, and the newest 256 numbered frames, so that a
/// copy is known as one.
class FrameLog {
 public:
  /// Takes a numbered frame in. False for a copy (same number, same bytes).
  bool Accept(std::uint16_t seq, std::span<const std::uint8_t> frame) noexcept {
    const Entry entry{seq, Hash(frame)};
    for (std::size_t at = 0; at < used_; ++at) {
      if (entries_[at] == entry) {
        ++copies_;
        return false;
      }
    }
    entries_[next_] = entry;
    next_ = (next_ + 1) % entries_.size();
    if (used_ < entries_.size()) ++used_;
    seq_ack_ = seq;
    return true;
  }

  /// Last number seen, −1 when none was. Wraps; never compare by size.
  [[nodiscard]] int seq_ack() const noexcept { return seq_ack_; }
  [[nodiscard]] std::uint64_t copies() const noexcept { return copies_; }

  /// A new voice session counts from the start.
  void Reset() noexcept {
    seq_ack_ = -1;
    used_ = next_ = 0;
  }

  /// Without the frames: what is replayed comes behind the last number.
  void Save(FieldWriter& out) const noexcept {
    out.Number(kSeqAck, seq_ack_);
    out.Number(kCopies, copies_);
  }
  /// Of a fresh log, which is of no use when `in` has a fault.
  void Restore(FieldReader& in) noexcept {
    seq_ack_ = in.NumberIn(kSeqAck, -1, 0xffff);
    copies_ = in.Number<std::uint64_t>(kCopies);
  }

 private:
  static constexpr Field kSeqAck{1, "seq ack"};
  static constexpr Field kCopies{2, "copies"};

  struct Entry {
    std::uint16_t seq = 0;
    std::uint64_t hash = 0;
    friend bool operator==(const Entry&, const Entry&) = default;
  };

  /// FNV-1a: distinguishes a repeated frame from a different one; not a defence against the server.
  static std::uint64_t Hash(std::span<const std::uint8_t> bytes) noexcept {
    std::uint64_t hash = 0xcbf2'9ce4'8422'2325ULL;
    for (const std::uint8_t byte : bytes) hash = (hash ^ byte) * 0x100'0000'01b3ULL;
    return hash;
  }

  std::array<Entry, 256> entries_{};
  std::size_t used_ = 0;
  std::size_t next_ = 0;
  int seq_ack_ = -1;
  std::uint64_t copies_ = 0;
};

}  // namespace sdkpp::gateway
