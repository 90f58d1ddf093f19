#include "engine/thread_plan.h"

#include <algorithm>
#include <chrono>
#include <utility>

namespace sdkpp::engine {

namespace {
/// Less than this is not worth a move: a measurement is no more exact.
constexpr Duration kWorthwhile = std::chrono::milliseconds(1);
}  // namespace

void ThreadPlan::Measured(Thread thread, TickLoad::Reading reading) {
  State& state = threads_.at(thread);
  const std::uint32_t newer = reading.number - state.measured.number;
  if (newer == 0) return;
  state.measured = reading;
  state.heavy = reading.tick > kOverload ? state.heavy + 1 : 0;
  state.since_before = newer == 1 ? state.since_newest : Duration{};
  state.since_newest = {};
}

void ThreadPlan::Charge(Thread thread, Duration price) {
  State& state = threads_.at(thread);
  state.since_newest += price;
  state.prices += price;
}

Duration ThreadPlan::Here(Duration price) const {
  /// Below it a thread's own work is most of what it measures.
  constexpr Duration kTelling = std::chrono::milliseconds(2);
  constexpr double kMost = 4;
  Duration prices{};
  Duration measured{};
  for (const auto& [thread, state] : threads_) {
    prices += state.measured_prices();
    measured += state.measured.tick;
  }
  if (prices < kTelling) return price;
  const double share = std::chrono::duration<double>(measured) / std::chrono::duration<double>(prices);
  return std::chrono::duration_cast<Duration>(price * std::clamp(share, 1 / kMost, kMost));
}

void ThreadPlan::Add(Member member, Thread thread, Duration price, bool may_move) {
  members_.emplace(member, Tenancy{thread, price, may_move});
  ++threads_.at(thread).members;
  Charge(thread, price);
}

void ThreadPlan::SetPrice(Member member, Duration price, bool may_move) {
  Tenancy& tenancy = members_.at(member);
  Charge(tenancy.thread, price - tenancy.price);
  tenancy.price = price;
  tenancy.may_move = may_move;
}

void ThreadPlan::Learn(Member member, Duration price) {
  Tenancy& tenancy = members_.at(member);
  threads_.at(tenancy.thread).prices += price - std::exchange(tenancy.price, price);
}

void ThreadPlan::Moved(Member member, Thread to) {
  const Tenancy tenancy = members_.at(member);
  Remove(member);
  Add(member, to, tenancy.price, tenancy.may_move);
}

void ThreadPlan::Remove(Member member) {
  const Tenancy& tenancy = members_.at(member);
  --threads_.at(tenancy.thread).members;
  Charge(tenancy.thread, -tenancy.price);
  members_.erase(member);
}

Duration ThreadPlan::LoadOf(Thread thread) const {
  const State& state = threads_.at(thread);
  return std::max(state.measured.tick + Here(state.since_before + state.since_newest), Duration::zero());
}

ThreadPlan::Thread ThreadPlan::Roomiest() const {
  const auto load = [this](const auto& each) { return std::pair(LoadOf(each.first), each.first); };
  return std::ranges::min_element(threads_, {}, load)->first;
}

ThreadPlan::Thread ThreadPlan::Fullest() const {
  const auto load = [this](const auto& each) { return std::pair(LoadOf(each.first), each.first); };
  return std::ranges::max_element(threads_, {}, load)->first;
}

bool ThreadPlan::Relieved(Thread thread) {
  if (LoadOf(thread) > kOverload) return false;
  threads_.at(thread).heavy = 0;
  return true;
}

bool ThreadPlan::IsSpokenFor(Thread thread) const {
  const State& state = threads_.at(thread);
  return state.since_newest + state.since_before > Duration::zero() && LoadOf(thread) > kOverload;
}

bool ThreadPlan::WantsThread() const {
  return std::ranges::any_of(
      threads_, [this](const auto& each) { return each.second.members > 1 && LoadOf(each.first) > kFull; });
}

/// The dearest member first: few moves, and those who cost little stay together.
std::optional<ThreadPlan::Move> ThreadPlan::NextMove() const {
  const Thread from = Fullest();
  const Thread to = Roomiest();
  const Duration gain = LoadOf(from) - LoadOf(to);
  if (from == to || LoadOf(from) <= kFull || gain < kWorthwhile) return std::nullopt;
  const auto fits = [&](const auto& each) {
    const Tenancy& tenancy = each.second;
    return tenancy.thread == from && tenancy.may_move && Here(tenancy.price) + kWorthwhile <= gain;
  };
  std::optional<Move> move;
  Duration dearest{};
  for (const auto& each : members_) {
    if (!fits(each) || each.second.price <= dearest) continue;
    dearest = each.second.price;
    move = Move{each.first, from, to};
  }
  return move;
}

}  // namespace sdkpp::engine
