#include "core/jitter/playout_pace.h"

#include "core/jitter/timing.h"

namespace sdkpp::jitter {
namespace {

/// Playout moves by whole ticks when it is off by this much (milliseconds) for so many pulls, or by far more.
constexpr double kTooEarly = -0.5;
constexpr int kEarlyPatience = 10;
constexpr int kLatePatience = 50;
constexpr double kFarTooLate = 2 * kBlockMs;
/// A backlog; every tick cuts some of it.
constexpr double kBacklog = 5 * kBlockMs;
constexpr float kAnything = -1.0F;

}  // namespace

void PlayoutPace::Update(double excess) noexcept {
  early_pulls_ = excess < kTooEarly ? early_pulls_ + 1 : 0;
  late_pulls_ = excess >= kTooLate ? late_pulls_ + 1 : 0;
  raising_ = raising_ ? excess < 0 : early_pulls_ >= kEarlyPatience;
  lowering_ = lowering_ ? excess >= kTooLate : late_pulls_ >= kLatePatience || excess >= kFarTooLate;
}

float PlayoutPace::Strictness(double excess) const noexcept {
  if (excess > kBacklog) return kAnything;
  if (unwilling_ > 50) return 0.0F;
  if (excess > 60 || unwilling_ > 25) return 0.5F;
  return 0.9F;
}

std::size_t PlayoutPace::LeastPeriod(double excess, std::size_t limit) noexcept {
  return excess > kBacklog ? limit / 2 : 0;
}

}  // namespace sdkpp::jitter
