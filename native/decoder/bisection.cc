#include "decoder/bisection.h"

#include <algorithm>
#include <iterator>

namespace sdkpp::decoder {
namespace {

constexpr std::size_t kFewBytes = 65'536;
/// So much is read on and left out sooner than another look is had.
constexpr std::uint64_t kNear = 65'536;

}  // namespace

/// The end comes first: it says how much sound there is.
Bisection::Bisection(std::uint64_t begin, std::uint64_t size, std::int64_t target) noexcept
    : target_(target),
      low_{.position = begin},
      end_(size),
      next_(size - std::min<std::uint64_t>(span(), kFewBytes)),
      bytes_(kFewBytes),
      is_over_(span() <= kNear) {}

std::optional<WantedBytes> Bisection::Wanted() const noexcept {
  return is_over_ ? std::nullopt : std::optional(WantedBytes{.position = next_, .size = bytes_});
}

std::optional<Landmark> Bisection::Found() const noexcept {
  return is_low_seen_ && !is_odd_ ? std::optional(low_) : std::nullopt;
}

void Bisection::Give(std::span<const Landmark> seen) noexcept {
  is_over_ = ++reads_ == kMostReads;
  if (seen.empty() && bytes_ < kMostBytes) return Widen();
  if (!IsInOrder(seen)) {
    is_over_ = is_odd_ = true;
    return;
  }
  const std::uint64_t before = span();
  Narrow(seen);
  if (span() <= kNear) is_over_ = true;
  if (!is_over_) Aim(span() <= before / 2);
}

/// Files may be damaged, or lie: nothing may lead back.
bool Bisection::IsInOrder(std::span<const Landmark> seen) const noexcept {
  Landmark last = low_;
  for (const Landmark& each : seen) {
    if (each.position < last.position || each.sample < last.sample) return false;
    if (each.sample <= target_ && behind_ && each.position >= behind_->position) return false;
    last = each;
  }
  return true;
}

/// A page may be longer than the bytes that were looked at.
void Bisection::Widen() noexcept {
  next_ -= std::min<std::uint64_t>(next_ - low_.position, bytes_);
  bytes_ *= 2;
}

void Bisection::Narrow(std::span<const Landmark> seen) noexcept {
  const auto behind =
      std::ranges::find_if(seen, [this](const Landmark& each) { return each.sample > target_; });
  if (behind != seen.end()) behind_ = *behind;
  if (behind == seen.begin()) {
    end_ = next_;
    return;
  }
  low_ = *std::prev(behind);
  is_low_seen_ = true;
  // neighbours: nothing is between them
  if (behind != seen.end()) is_over_ = true;
}

/// The place that is looked for shall be in the middle of the bytes.
void Bisection::Aim(bool by_time) noexcept {
  double ahead = static_cast<double>(span()) / 2;
  if (by_time && behind_ && behind_->sample > low_.sample) {
    const auto samples = static_cast<double>(behind_->sample - low_.sample);
    const auto bytes = static_cast<double>(behind_->position - low_.position);
    ahead = bytes * static_cast<double>(target_ - low_.sample) / samples;
  }
  ahead = std::clamp(ahead - static_cast<double>(bytes_) / 2, 0.0, static_cast<double>(span() - 1));
  next_ = low_.position + static_cast<std::uint64_t>(ahead);
}

}  // namespace sdkpp::decoder
