#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include "core/base/histogram.h"
#include "core/base/instant.h"
#include "core/jitter/block_review.h"
#include "core/session/exchange/callback_exchange.h"
#include "core/session/exchange/event_sink.h"
#include "core/session/exchange/media_message.h"
#include "core/session/exchange/media_stats.h"
#include "core/session/receiving/remote.h"

namespace sdkpp::session {

/// The blocks of received speech that are on loan to JavaScript for editing. A block on loan stays in its
/// speaker's queue and cannot leave it before it is settled here: edited, or left to the policy. Media
/// thread.
class BlockLoans {
 public:
  /// Counts in `stats`, which must live as long as this.
  explicit BlockLoans(CallbackStats& stats) noexcept : stats_(stats) {}

  /// nullptr: there is no received callback, and blocks play as they are. Open loans are cancelled.
  void SetExchange(CallbackExchange* exchange, std::span<Remote> remotes) noexcept;
  void SetPolicy(UnfilteredPolicy policy) noexcept { policy_ = policy; }
  [[nodiscard]] bool active() const noexcept { return exchange_ != nullptr; }
  /// Whether only blocks that the callback finished are heard.
  [[nodiscard]] bool closed() const noexcept { return active() && policy_ == UnfilteredPolicy::kMute; }

  /// Loans all new blocks of a remote.
  void LoanBlocks(Instant now, std::uint16_t remote_at, Remote& remote, EventSink& events) noexcept;
  /// Collects the blocks that JavaScript has finished.
  void Collect(std::span<Remote> remotes) noexcept;
  /// Cancels all loans of the remote at `remote_at`, whose speaker goes away.
  void CancelAll(std::uint16_t remote_at) noexcept;

  /// Settles the blocks of one remote during a pull.
  class Review final : public jitter::BlockReview {
   public:
    Review(BlockLoans& loans, Remote& remote) noexcept : loans_(loans), remote_(remote) {}
    [[nodiscard]] bool Settle(jitter::BlockQueue::Block& block) noexcept override {
      return loans_.Settle(remote_, block);
    }
    [[nodiscard]] bool IsReady(const jitter::BlockQueue::Block& block) const noexcept override {
      return loans_.IsReady(block);
    }

   private:
    BlockLoans& loans_;
    Remote& remote_;
  };

  /// Time from loan to return. Any thread.
  [[nodiscard]] const DurationHistogram& turnaround() const noexcept { return turnaround_; }

 private:
  using Block = jitter::BlockQueue::Block;

  /// The block on loan in one slot of the exchange.
  struct Loan {
    std::uint16_t remote_at = 0;
    std::uint16_t index = 0;  ///< in loaned_
    std::uint32_t block_id = 0;
  };

  [[nodiscard]] bool Settle(Remote& remote, Block& block) noexcept;
  [[nodiscard]] bool IsReady(const Block& block) const noexcept;
  void Reclaim(Remote& remote, Block& block) noexcept;
  void TakeBack(const CallbackExchange::Slot& slot, Remote& remote, Block& block) noexcept;
  void Cancel(std::uint16_t slot) noexcept;
  void Add(std::uint16_t slot, std::uint16_t remote_at, std::uint32_t block_id) noexcept;
  void Remove(std::uint16_t slot) noexcept;

  CallbackExchange* exchange_ = nullptr;
  UnfilteredPolicy policy_ = UnfilteredPolicy::kPass;
  std::array<Loan, CallbackExchange::kSlots> loans_;            ///< by slot
  std::array<std::uint16_t, CallbackExchange::kSlots> loaned_;  ///< the slots in use, in no order
  std::size_t loaned_count_ = 0;

  CallbackStats& stats_;
  DurationHistogram turnaround_;
};

}  // namespace sdkpp::session
