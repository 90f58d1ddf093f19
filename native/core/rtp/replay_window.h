#pragma once

#include <bitset>
#include <cstdint>

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

 private:
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
