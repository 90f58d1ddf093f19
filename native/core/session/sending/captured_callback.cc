#include "core/session/sending/captured_callback.h"

#include <algorithm>
#include <utility>

#include "core/audio/samples.h"

namespace sdkpp::session {

void CapturedCallback::SetExchange(CallbackExchange* exchange) noexcept {
  if (const auto slot = std::exchange(slot_, std::nullopt)) {
    if (!exchange_->Abandon(*slot)) exchange_->Free(*slot);
  }
  exchange_ = exchange;
  has_raw_ = false;
}

std::span<const std::int16_t> CapturedCallback::Pass(Instant now,
                                                     std::span<const std::int16_t> block) noexcept {
  const bool has_ready = std::exchange(has_raw_, false);
  if (has_ready) Collect();
  if (!block.empty()) Loan(now, block);
  return has_ready ? std::span<const std::int16_t>(edited_) : std::span<const std::int16_t>();
}

void CapturedCallback::Loan(Instant now, std::span<const std::int16_t> block) noexcept {
  ++stats_.captured;
  std::ranges::copy(block, raw_.begin());
  has_raw_ = true;
  SoundBlock sound;
  audio::Widen(raw_, sound);
  slot_ = exchange_->Post(now, std::nullopt, 0, false, sound);
  if (!slot_) ++stats_.bypassed;
}

/// Puts the result of the previous block into edited_.
void CapturedCallback::Collect() noexcept {
  if (TakeFiltered()) return;
  if (policy_ == UnfilteredPolicy::kMute) {
    edited_.fill(0);
  } else {
    edited_ = raw_;
  }
}

/// False when the callback did not finish the block that JavaScript has.
bool CapturedCallback::TakeFiltered() noexcept {
  const auto slot = std::exchange(slot_, std::nullopt);
  if (!slot) return false;
  if (exchange_->Abandon(*slot)) {
    ++stats_.late;
    return false;
  }
  const CallbackExchange::Slot& finished = *exchange_->Finished(*slot);
  if (finished.filtered) {
    audio::Round(finished.samples, edited_);
  } else {
    ++stats_.failed;
  }
  const bool filtered = finished.filtered;
  exchange_->Free(*slot);
  return filtered;
}

}  // namespace sdkpp::session
