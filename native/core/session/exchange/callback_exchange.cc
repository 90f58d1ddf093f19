#include "core/session/exchange/callback_exchange.h"

#include <algorithm>

namespace sdkpp::session {

std::optional<std::uint16_t> CallbackExchange::Post(Instant now, std::optional<UserId> speaker,
                                                    std::uint32_t block_id, bool previous_mute,
                                                    std::span<const float, kBlockValues> samples) noexcept {
  for (std::size_t tried = 0; tried < kSlots; ++tried) {
    const std::size_t index = next_;
    next_ = (next_ + 1) % kSlots;
    Slot& slot = slots_[index];
    if (slot.state.load(std::memory_order_acquire) != State::kFree) continue;
    slot.speaker = speaker;
    slot.block_id = block_id;
    slot.mute = previous_mute;
    slot.posted = now;
    std::ranges::copy(samples, slot.samples.begin());
    slot.state.store(State::kPosted, std::memory_order_release);
    if (posted_.Push(static_cast<std::uint16_t>(index))) return static_cast<std::uint16_t>(index);
    slot.state.store(State::kFree, std::memory_order_release);
    return std::nullopt;
  }
  return std::nullopt;
}

const CallbackExchange::Slot* CallbackExchange::Finished(std::uint16_t index) const noexcept {
  const Slot& slot = slots_[index];
  return slot.state.load(std::memory_order_acquire) == State::kDone ? &slot : nullptr;
}

void CallbackExchange::Free(std::uint16_t index) noexcept {
  slots_[index].state.store(State::kFree, std::memory_order_release);
}

bool CallbackExchange::Abandon(std::uint16_t index) noexcept {
  std::atomic<State>& state = slots_[index].state;
  State expected = State::kPosted;
  if (state.compare_exchange_strong(expected, State::kFree, std::memory_order_acq_rel)) return true;
  if (expected == State::kDone) return false;
  expected = State::kRunning;
  return state.compare_exchange_strong(expected, State::kAbandoned, std::memory_order_acq_rel);
}

CallbackExchange::Slot* CallbackExchange::Take() noexcept {
  while (const auto index = posted_.Pop()) {
    Slot& slot = slots_[*index];
    State expected = State::kPosted;
    // a slot abandoned meanwhile leaves a stale index behind: skip it
    if (slot.state.compare_exchange_strong(expected, State::kRunning, std::memory_order_acq_rel))
      return &slot;
  }
  return nullptr;
}

void CallbackExchange::Finish(Slot& slot, Instant now, bool filtered) noexcept {
  slot.finished = now;
  slot.filtered = filtered;
  State expected = State::kRunning;
  if (slot.state.compare_exchange_strong(expected, State::kDone, std::memory_order_acq_rel)) return;
  slot.state.store(State::kFree, std::memory_order_release);
}

}  // namespace sdkpp::session
