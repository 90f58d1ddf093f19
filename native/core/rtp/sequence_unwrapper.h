#pragma once

#include <cstdint>
#include <optional>

#include "core/base/field_reader.h"
#include "core/base/field_writer.h"
#include "core/base/strong.h"

namespace sdkpp::rtp {

/// Extends 16-bit sequence numbers to 64 bits by the signed difference from the highest one accepted.
class SequenceUnwrapper {
 public:
  /// The extension of `sequence`; changes nothing, so that unauthenticated packets have no effect.
  [[nodiscard]] ExtendedSequence Peek(Sequence sequence) const noexcept {
    if (!highest_) return ExtendedSequence(sequence.raw());
    const auto low = Sequence(static_cast<std::uint16_t>(*highest_));
    return ExtendedSequence(*highest_ + Distance(low, sequence));
  }

  /// Records an authenticated number; the highest one only moves forward.
  ExtendedSequence Accept(Sequence sequence) noexcept {
    const ExtendedSequence extended = Peek(sequence);
    if (!highest_ || extended.raw() > *highest_) highest_ = extended.raw();
    return extended;
  }

  [[nodiscard]] std::optional<std::int64_t> highest() const noexcept { return highest_; }
  void Reset() noexcept { highest_.reset(); }

  void Save(FieldWriter& out) const noexcept { out.Number(kHighest, highest_); }
  /// Of a fresh one, which is of no use when `in` has a fault.
  void Restore(FieldReader& in) noexcept {
    highest_ = in.Maybe<std::int64_t>(kHighest);
    if (!highest_ || (*highest_ <= kFarthest && *highest_ >= -kFarthest)) return;
    in.Refuse(kHighest);
    highest_.reset();
  }

 private:
  static constexpr Field kHighest{1, "highest"};
  /// No sequence gets so far; what is near it never overflows.
  static constexpr std::int64_t kFarthest = std::int64_t{1} << 60;

  std::optional<std::int64_t> highest_;
};

}  // namespace sdkpp::rtp
