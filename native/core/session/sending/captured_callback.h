#pragma once

#include <cstdint>
#include <optional>
#include <span>

#include "core/base/audio_format.h"
#include "core/base/instant.h"
#include "core/session/exchange/callback_exchange.h"
#include "core/session/exchange/media_message.h"
#include "core/session/exchange/media_stats.h"

namespace sdkpp::session {

/// Passes own blocks through the captured callback, one block ahead: JavaScript gets a block at one tick and
/// it is sent at the next. Media thread.
class CapturedCallback {
 public:
  /// Counts in `stats`, which must live as long as this.
  explicit CapturedCallback(CallbackStats& stats) noexcept : stats_(stats) {}

  /// nullptr: there is no callback. An open loan is cancelled.
  void SetExchange(CallbackExchange* exchange) noexcept;
  void SetPolicy(UnfilteredPolicy policy) noexcept { policy_ = policy; }
  [[nodiscard]] bool active() const noexcept { return exchange_ != nullptr; }
  /// Whether only blocks that the callback finished are sent.
  [[nodiscard]] bool closed() const noexcept { return active() && policy_ == UnfilteredPolicy::kMute; }
  /// Whether JavaScript has a block.
  [[nodiscard]] bool on_loan() const noexcept { return slot_.has_value(); }

  /// Loans this tick's block, if there is one, and returns the result of the previous one; empty when there
  /// was none. Valid until the next call.
  [[nodiscard]] std::span<const std::int16_t> Pass(Instant now, std::span<const std::int16_t> block) noexcept;

  /// A packet that no callback can edit was held back.
  void CountBypassed() noexcept { ++stats_.bypassed; }

 private:
  void Loan(Instant now, std::span<const std::int16_t> block) noexcept;
  void Collect() noexcept;
  [[nodiscard]] bool TakeFiltered() noexcept;

  CallbackStats& stats_;
  CallbackExchange* exchange_ = nullptr;
  UnfilteredPolicy policy_ = UnfilteredPolicy::kPass;
  std::optional<std::uint16_t> slot_;
  bool has_raw_ = false;
  AudioBlock raw_;     ///< as it was loaned
  AudioBlock edited_;  ///< as it came back
};

}  // namespace sdkpp::session
