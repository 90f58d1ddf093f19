#pragma once

#include <cstdint>

namespace sdkpp {

/// An integer that cannot be mixed up with another of the same size: no implicit way in or out.
template <class Tag, class Raw>
class Strong {
 public:
  constexpr Strong() noexcept = default;
  constexpr explicit Strong(Raw raw) noexcept : raw_(raw) {}
  [[nodiscard]] constexpr Raw raw() const noexcept { return raw_; }
  friend constexpr bool operator==(Strong, Strong) noexcept = default;

 private:
  Raw raw_{};
};

using Ssrc = Strong<struct SsrcTag, std::uint32_t>;
/// Snowflake of a user; 0 is no user.
using UserId = Strong<struct UserIdTag, std::uint64_t>;
/// RTP sequence number. Not ordered: use Distance.
using Sequence = Strong<struct SequenceTag, std::uint16_t>;
/// Sequence number extended to 64 bits, so that it never wraps (SequenceUnwrapper).
using ExtendedSequence = Strong<struct ExtendedSequenceTag, std::int64_t>;
/// 48 kHz ticks per channel; wraps at 2^32. Not ordered: use Distance.
using RtpTimestamp = Strong<struct RtpTimestampTag, std::uint32_t>;

/// Signed distance from `a` to `b`, in [-32768, 32767].
[[nodiscard]] constexpr std::int16_t Distance(Sequence a, Sequence b) noexcept {
  return static_cast<std::int16_t>(static_cast<std::uint16_t>(b.raw() - a.raw()));
}

/// Signed distance from `a` to `b` in 48 kHz ticks.
[[nodiscard]] constexpr std::int32_t Distance(RtpTimestamp a, RtpTimestamp b) noexcept {
  return static_cast<std::int32_t>(b.raw() - a.raw());
}

}  // namespace sdkpp
