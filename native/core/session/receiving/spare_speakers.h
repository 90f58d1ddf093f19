#pragma once

#include <array>
#include <chrono>
#include <cstddef>
#include <memory>
#include <optional>
#include <utility>

#include "core/base/instant.h"
#include "core/session/speaker/speaker.h"

namespace sdkpp::session {

/// Speakers that lie ready while a voice agent listens: who begins to speak is heard at once, also while the
/// JavaScript thread, which makes speakers, is blocked. Media thread.
class SpareSpeakers {
 public:
  /// As many as interrupt at once; 330 KB each.
  static constexpr std::size_t kMost = 2;

  /// Whether one more is to be asked for now; a question that is not answered is repeated.
  [[nodiscard]] bool IsWanted(Instant now) const noexcept {
    return count_ < kMost && (!asked_at_ || now - *asked_at_ >= kAskAgain);
  }
  void Asked(Instant now) noexcept { asked_at_ = now; }
  /// Takes `spare` and leaves nullptr there; without room it changes nothing.
  void Add(std::unique_ptr<Speaker>& spare) noexcept {
    if (spare == nullptr || count_ == kMost) return;
    spares_[count_++] = std::move(spare);
    asked_at_.reset();
  }
  /// nullptr when none is left.
  [[nodiscard]] std::unique_ptr<Speaker> Take() noexcept {
    return count_ == 0 ? nullptr : std::move(spares_[--count_]);
  }

 private:
  static constexpr Duration kAskAgain = std::chrono::seconds(1);

  std::array<std::unique_ptr<Speaker>, kMost> spares_;
  std::size_t count_ = 0;
  std::optional<Instant> asked_at_;
};

}  // namespace sdkpp::session
