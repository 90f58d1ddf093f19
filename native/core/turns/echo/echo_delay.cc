#include "core/turns/echo/echo_delay.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <utility>

namespace sdkpp::turns {
namespace {

/// exp(-1 / 15): sums forget with 300 ms of sound.
constexpr float kSumKept = 0.9355F;
/// Rows without which a sum says nothing.
constexpr float kFewest = 4.0F;
/// Deviations above the other delays at which one is believed: at once, and after kLong in the lead.
constexpr float kSure = 6.0F;
constexpr float kLikely = 4.5F;
constexpr int kLong = 15;

std::size_t Between(std::size_t a, std::size_t b) noexcept { return a > b ? a - b : b - a; }

}  // namespace

/// @returns the power of the sum.
float EchoDelay::Add(Sum& sum, const EchoBins& heard, const EchoBins* own) noexcept {
  static constexpr EchoBins kSilence{};
  const EchoBins& sent = own != nullptr ? *own : kSilence;
  float power = 0;
  for (std::size_t at = 0; at < kEchoBins; ++at) {
    const float re = kSumKept * sum.bins.re[at] + heard.re[at] * sent.re[at] + heard.im[at] * sent.im[at];
    const float im = kSumKept * sum.bins.im[at] + heard.im[at] * sent.re[at] - heard.re[at] * sent.im[at];
    sum.bins.re[at] = re;
    sum.bins.im[at] = im;
    power += re * re + im * im;
  }
  sum.rows = kSumKept * sum.rows + (own != nullptr ? 1.0F : 0.0F);
  return power;
}

std::optional<std::int64_t> EchoDelay::Search(const EchoBins& heard, std::uint64_t end,
                                              const EchoReference& own) noexcept {
  const std::uint64_t row = end / kEchoHop;
  heard_ = kSumKept * heard_ + 1;
  for (std::size_t at = 0; at < kReach; ++at) {
    const float power = Add(sums_[at], heard, at <= row ? own.PhasesOf(row - at) : nullptr);
    const float rows = sums_[at].rows;
    scores_[at] = rows > kFewest ? power / (kEchoBins * heard_ * rows) : -1.0F;
  }
  const auto best = static_cast<std::size_t>(std::ranges::max_element(scores_) - scores_.begin());
  steady_ = Between(std::exchange(best_, best), best) <= 1 ? steady_ + 1 : 0;
  const float contrast = ContrastOf(best);
  if (contrast < kLikely || (contrast < kSure && steady_ <= kLong)) return std::nullopt;
  const auto coarse = static_cast<std::int64_t>(best * kEchoHop + end % kEchoHop);
  return coarse + own.spectrum().PeakOf(sums_[best].bins);
}

/// How far the best delay stands above the others, in their deviations.
float EchoDelay::ContrastOf(std::size_t best) const noexcept {
  /// Neighbours have a part of the same echo.
  constexpr std::size_t kNear = 2;
  constexpr float kFewestOthers = 4;
  /// With few others their deviation says little.
  constexpr float kLeastDeviation = 0.1F;
  float count = 0;
  float sum = 0;
  float squares = 0;
  for (std::size_t at = 0; at < kReach; ++at) {
    if (scores_[at] < 0 || Between(at, best) <= kNear) continue;
    ++count;
    sum += scores_[at];
    squares += scores_[at] * scores_[at];
  }
  if (scores_[best] < 0 || count < kFewestOthers) return 0;
  const float mean = sum / count;
  const float deviation = std::sqrt(std::max(squares / count - mean * mean, 0.0F));
  return (scores_[best] - mean) / std::max(deviation, kLeastDeviation / heard_);
}

}  // namespace sdkpp::turns
