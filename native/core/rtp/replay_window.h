#pragma once

#include <bitset>
#include <cstddef>
#include <cstdint>
#include <optional>

#include "core/base/field_bits.h"

namespace sdkpp::rtp {

/// Remembers which of the newest 1024 numbers of a rising series were seen.
class ReplayWindow {
 public:
  static constexpr std::int64_t kSize = 1024;

  enum class Verdict : std::uint8_t { kFresh, kSeen, kTooOld };

  [[nodiscard]] Verdict Check(std::int64_t number) const noexcept {
    if (!started_ || number > newest_) return Verdict::kFresh;
    if (newest_ - number >= kSize) return Verdict::kTooOld;
    return seen_[Slot(number)] ? Verdict::kSeen : Verdict::kFresh;
  }

  void Mark(std::int64_t number) noexcept {
    if (!started_) {
      started_ = true;
      newest_ = number;
    }
    if (number > newest_) Advance(number);
    if (newest_ - number < kSize) seen_.set(Slot(number));
  }

  void Reset() noexcept {
    seen_.reset();
    started_ = false;
  }

  /// The highest number, when there is one.
  [[nodiscard]] std::optional<std::int64_t> newest() const noexcept {
    return started_ ? std::optional(newest_) : std::nullopt;
  }

  void Save(FieldWriter& out) const noexcept {
    out.Number(kStarted, started_);
    if (!started_) return;
    out.Number(kNewest, newest_);
    SaveBits<kSize>(out, kSeen, [this](std::size_t before) { return seen_[SlotBefore(before)]; });
  }
  /// Of a fresh window, which is of no use when `in` has a fault.
  void Restore(FieldReader& in) noexcept {
    started_ = in.Number<bool>(kStarted);
    if (!started_) return;
    newest_ = in.Number<std::int64_t>(kNewest);
    if (newest_ > kFarthest || newest_ < -kFarthest) {
      in.Refuse(kNewest);
      newest_ = 0;
    }
    RestoreBits<kSize>(in, kSeen, [this](std::size_t before) { seen_.set(SlotBefore(before)); });
  }

 private:
  static constexpr Field kStarted{1, "started"};
  static constexpr Field kNewest{2, "newest"};
  static constexpr Field kSeen{3, "seen"};
  /// No series gets so far; distances between such numbers never overflow.
  static constexpr std::int64_t kFarthest = std::int64_t{1} << 60;

  [[nodiscard]] std::size_t SlotBefore(std::size_t distance) const noexcept {
    return Slot(newest_ - static_cast<std::int64_t>(distance));
  }
  static std::size_t Slot(std::int64_t number) noexcept {
    return static_cast<std::size_t>(number & (kSize - 1));
  }

  void Advance(std::int64_t number) noexcept {
    if (number - newest_ >= kSize) {
      seen_.reset();
    } else {
      for (std::int64_t at = newest_ + 1; at <= number; ++at) seen_.reset(Slot(at));
    }
    newest_ = number;
  }

  std::int64_t newest_ = 0;
  bool started_ = false;
  std::bitset<kSize> seen_;
};

}  // namespace sdkpp::rtp
