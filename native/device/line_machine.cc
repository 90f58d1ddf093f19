#include "device/line_machine.h"

#include <algorithm>
#include <utility>

namespace sdkpp::device {

LineMachine::Step LineMachine::Observe(Instant now, const Observed& seen) {
  if (phase_ == Phase::kWaiting) return now >= retry_at_ ? Open(now) : Step{};
  if (seen.state == OpenState::kFailed) return GiveUp(now, LineReport::Kind::kFailed, seen.error);
  if (seen.state == OpenState::kLost) {
    if (++lost_looks_ < kLostLooks) return {};
    return GiveUp(now, LineReport::Kind::kLost, "the device is gone");
  }
  lost_looks_ = 0;
  if (phase_ == Phase::kOpening) return Await(now, seen);
  if (seen.callbacks != std::exchange(callbacks_, seen.callbacks)) since_ = now;
  // one that runs for a while is a good one: its next loss is answered at once
  if (now - began_ >= kLastRetry) retry_ = kFirstRetry;
  if (now - since_ < kStallLimit) return {};
  return GiveUp(now, LineReport::Kind::kLost, "the device stopped");
}

/// A device runs once callbacks follow each other: one that fills its buffer when it opens may take another
/// second to wake, and is not lost meanwhile.
LineMachine::Step LineMachine::Await(Instant now, const Observed& seen) {
  const bool advances = seen.callbacks != std::exchange(callbacks_, seen.callbacks);
  advances_ = advances ? advances_ + 1 : 0;
  if (advances_ == kAdvances) {
    phase_ = Phase::kRunning;
    since_ = began_ = now;
    return {.report = LineReport{LineReport::Kind::kOpened, wanted_}};
  }
  const bool called = seen.callbacks > 0;
  if (now - since_ < (called ? kBeginLimit : kOpenLimit)) return {};
  if (called) return GiveUp(now, LineReport::Kind::kHung, "the device did not go on within 4 s");
  const bool is_open = seen.state == OpenState::kRunning;
  return GiveUp(now, LineReport::Kind::kHung,
                is_open ? "the device did not begin within 2 s" : "the device did not open within 2 s");
}

LineMachine::Step LineMachine::Open(Instant now) {
  phase_ = Phase::kOpening;
  since_ = now;
  callbacks_ = 0;
  advances_ = 0;
  lost_looks_ = 0;
  return {.open = wanted_};
}

/// A chosen device gives way to the default one, at once. The default one, when it fails, is asked for again
/// later; when it is lost after a good while, at once.
LineMachine::Step LineMachine::GiveUp(Instant now, LineReport::Kind kind, std::string text) {
  const bool was_chosen = !wanted_.empty();
  const bool was_good = phase_ == Phase::kRunning && retry_ == kFirstRetry;
  Step step{.drop = true, .report = LineReport{kind, std::exchange(wanted_, {}), std::move(text)}};
  if (was_chosen || was_good) {
    retry_ = was_chosen ? retry_ : std::min(retry_ * 2, kLastRetry);
    step.open = Open(now).open;
    return step;
  }
  phase_ = Phase::kWaiting;
  retry_at_ = now + retry_;
  retry_ = std::min(retry_ * 2, kLastRetry);
  return step;
}

}  // namespace sdkpp::device
