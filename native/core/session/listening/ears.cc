#include "core/session/listening/ears.h"

#include <utility>

namespace sdkpp::session {

std::unique_ptr<Listening> Ears::Set(turns::EarRate rate, std::unique_ptr<Listening> listening) noexcept {
  auto& place = by_rate_[static_cast<std::size_t>(rate)];
  if (listening && place) listening->Inherit(*place);
  return std::exchange(place, std::move(listening));
}

std::unique_ptr<TurnPolicies> Ears::Set(std::unique_ptr<TurnPolicies> policies) noexcept {
  for (const auto& each : by_rate_) {
    if (each) each->Apply(*policies);
  }
  return std::exchange(policies_, std::move(policies));
}

bool Ears::Wants(UserId user) const noexcept {
  for (const auto& each : by_rate_) {
    if (each && each->Wants(user)) return true;
  }
  return false;
}

bool Ears::Names(UserId user) const noexcept {
  for (const auto& each : by_rate_) {
    if (each && each->Names(user)) return true;
  }
  return false;
}

bool Ears::Hear(UserId user, const Listening::Block& block) noexcept {
  bool is_heard = true;
  for (const auto& each : by_rate_) {
    if (!each || !each->Wants(user)) continue;
    if (!each->Hear(user, block, *policies_, own_sound()->reference())) is_heard = false;
  }
  return is_heard;
}

void Ears::Leave(UserId user) noexcept {
  for (const auto& each : by_rate_) {
    if (each) each->Leave(user);
  }
}

void Ears::Finish(const Listening::Moment& moment, ReceiveQueue& queue) noexcept {
  for (const auto& each : by_rate_) {
    if (each) each->Finish(moment, queue);
  }
}

void Ears::Judge(UserId user, std::uint64_t pause, Listening::Verdict verdict,
                 const Listening::Moment& moment, ReceiveQueue& queue) noexcept {
  for (const auto& each : by_rate_) {
    if (each) each->Judge(user, pause, verdict, moment, queue);
  }
}

}  // namespace sdkpp::session
