#include "core/session/receiving/block_loans.h"

#include <algorithm>
#include <utility>

namespace sdkpp::session {

void BlockLoans::SetExchange(CallbackExchange* exchange, std::span<Remote> remotes) noexcept {
  while (loaned_count_ > 0) {
    const std::uint16_t slot = loaned_[loaned_count_ - 1];
    Block* block = remotes[loans_[slot].remote_at].speaker->FindBlock(loans_[slot].block_id);
    if (block != nullptr) block->loan = jitter::BlockQueue::kNoLoan;
    Cancel(slot);
  }
  exchange_ = exchange;
}

void BlockLoans::LoanBlocks(Instant now, std::uint16_t remote_at, Remote& remote,
                            EventSink& events) noexcept {
  while (const auto offer = remote.speaker->TakeDecoded(now)) {
    Block* block = remote.speaker->FindBlock(offer->id);
    ++stats_.received;
    const auto slot = exchange_->Post(now, remote.user, block->id, remote.muted_by_callback, block->samples);
    if (!slot) {
      ++stats_.bypassed;
      ++remote.callbacks.bypassed;
      block->reviewed = true;
      continue;
    }
    Add(*slot, remote_at, block->id);
    block->loan = *slot;
    events.Wake();
  }
}

void BlockLoans::Collect(std::span<Remote> remotes) noexcept {
  for (std::size_t at = loaned_count_; at-- > 0;) {
    const std::uint16_t slot = loaned_[at];
    Remote& remote = remotes[loans_[slot].remote_at];
    Block* block = remote.speaker->FindBlock(loans_[slot].block_id);
    if (block == nullptr) {
      Cancel(slot);  // the stream started over
    } else if (exchange_->Finished(slot) != nullptr) {
      Reclaim(remote, *block);
    }
  }
}

bool BlockLoans::Settle(Remote& remote, Block& block) noexcept {
  if (block.loan != jitter::BlockQueue::kNoLoan) Reclaim(remote, block);
  if (block.approved) return true;
  if (policy_ == UnfilteredPolicy::kMute) return false;
  const bool is_speech = block.made_up < kBlockSamples;
  return !(is_speech && remote.muted_by_callback);
}

bool BlockLoans::IsReady(const Block& block) const noexcept {
  if (block.loan != jitter::BlockQueue::kNoLoan) return exchange_->Finished(block.loan) != nullptr;
  return block.reviewed || block.made_up == kBlockSamples;
}

/// Ends a block's loan, finished or not.
void BlockLoans::Reclaim(Remote& remote, Block& block) noexcept {
  const std::uint16_t slot = std::exchange(block.loan, jitter::BlockQueue::kNoLoan);
  block.reviewed = true;
  const auto* finished = exchange_->Finished(slot);
  if (finished == nullptr && !exchange_->Abandon(slot)) finished = exchange_->Finished(slot);
  if (finished != nullptr) {
    TakeBack(*finished, remote, block);
    exchange_->Free(slot);
  } else {
    ++stats_.late;
    ++remote.callbacks.late;
  }
  Remove(slot);
}

void BlockLoans::TakeBack(const CallbackExchange::Slot& slot, Remote& remote, Block& block) noexcept {
  turnaround_.Add(slot.finished - slot.posted);
  if (!slot.filtered) {
    ++stats_.failed;
    ++remote.callbacks.failed;
    return;
  }
  remote.muted_by_callback = slot.mute;
  block.samples = slot.samples;
  block.muted = slot.mute;
  block.approved = true;
}

void BlockLoans::CancelAll(std::uint16_t remote_at) noexcept {
  for (std::size_t at = loaned_count_; at-- > 0;) {
    if (loans_[loaned_[at]].remote_at == remote_at) Cancel(loaned_[at]);
  }
}

/// The block is no longer needed.
void BlockLoans::Cancel(std::uint16_t slot) noexcept {
  if (!exchange_->Abandon(slot)) exchange_->Free(slot);
  Remove(slot);
}

void BlockLoans::Add(std::uint16_t slot, std::uint16_t remote_at, std::uint32_t block_id) noexcept {
  loans_[slot] = {remote_at, static_cast<std::uint16_t>(loaned_count_), block_id};
  loaned_[loaned_count_++] = slot;
}

void BlockLoans::Remove(std::uint16_t slot) noexcept {
  const std::uint16_t last = loaned_[--loaned_count_];
  const std::uint16_t index = loans_[slot].index;
  loaned_[index] = last;
  loans_[last].index = index;
}

}  // namespace sdkpp::session
