#pragma once

#include <bitset>
#include <cstddef>
#include <cstdint>

#include "core/base/field_bits.h"
#include "core/dave/generation.h"

namespace sdkpp::dave {

/// Which frames of one ratchet may still come: those newer than the newest, and those left out among the 1000
/// numbers before it. Numbers before the first frame never came and never may.
class ReplayWindow {
 public:
  static constexpr std::uint64_t kMaxMissing = 1000;

  [[nodiscard]] bool Allows(std::uint64_t number) const noexcept {
    if (!started_ || number > newest_) return true;
    return newest_ - number <= kMaxMissing && missing_[Slot(number)];
  }

  /// Takes the number of a frame that was opened.
  void Accept(std::uint64_t number) noexcept {
    if (!started_) {
      started_ = true;
      newest_ = number;
    } else if (number > newest_) {
      Advance(number);
    } else {
      missing_.reset(Slot(number));
    }
  }

  void Save(FieldWriter& out) const noexcept {
    out.Number(kStarted, started_);
    if (!started_) return;
    out.Number(kNewest, newest_);
    SaveBits<kMaxMissing + 1>(out, kMissing,
                              [this](std::size_t before) { return missing_[Slot(newest_ - before)]; });
  }
  /// Of a fresh window, which is of no use when `in` has a fault.
  void Restore(FieldReader& in) noexcept {
    started_ = in.Number<bool>(kStarted);
    if (!started_) return;
    newest_ = in.Number<std::uint64_t>(kNewest);
    if (newest_ >= kFrameNumbers) in.Refuse(kNewest);
    RestoreBits<kMaxMissing + 1>(in, kMissing,
                                 [this](std::size_t before) { missing_.set(Slot(newest_ - before)); });
    if (missing_[Slot(newest_)]) in.Refuse(kMissing);
  }

 private:
  static constexpr Field kStarted{1, "started"};
  static constexpr Field kNewest{2, "newest"};
  static constexpr Field kMissing{3, "missing"};
  static constexpr std::size_t kSlots = 1024;
  static_assert(kSlots > kMaxMissing);

  static std::size_t Slot(std::uint64_t number) noexcept {
    return static_cast<std::size_t>(number & (kSlots - 1));
  }

  void Advance(std::uint64_t number) noexcept {
    if (number - newest_ > kSlots) {
      missing_.set();
    } else {
      for (std::uint64_t at = newest_ + 1; at < number; ++at) missing_.set(Slot(at));
    }
    missing_.reset(Slot(number));
    newest_ = number;
  }

  std::bitset<kSlots> missing_;
  std::uint64_t newest_ = 0;
  bool started_ = false;
};

}  // namespace sdkpp::dave
