#include "core/jitter/delay_estimator.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <span>
#include <utility>

#include "core/base/byte_reader.h"
#include "core/base/byte_writer.h"
#include "core/base/field_reader.h"
#include "core/base/field_writer.h"

namespace sdkpp::jitter {
namespace {

/// Share of packets that may come too late, wherever the pulls fall between the sender's frames: playout can
/// only be placed on their grid, 20 ms apart, at the wanted place or later. The few latest packets of the
/// memory decide, so a place is judged by the mean over some milliseconds.
constexpr double kLateShare = 0.0045;
constexpr double kJudgedMs = 5.0;
constexpr double kFastest = 0.01;
/// Packets that count in the long run: about ten seconds of speech. The memory decays as much in a pause,
/// down to the second number.
constexpr double kMemory = 500;
constexpr double kLeastMemory = 150;
constexpr double kMemoryMs = 10'000;
/// A packet so much before its time says that the time line moved.
constexpr double kEarlyMs = 60.0;
/// A start of speech this late after its playout time comes from a clock that stopped during the pause.
constexpr double kLateStartMs = 60.0;
/// Packets for which the start target holds, and then fades.
constexpr double kStartHold = 50;
constexpr double kStartFade = 100;
constexpr std::size_t kCountLimit = 1'000'000;
/// A backlog drains when its packets come at least this much faster than they were sent, within the packets
/// that confirm a move.
constexpr double kDrainMs = 5.0;
constexpr int kConfirming = 10;
/// Halvings of at most 800 ms until 0.2 ms are left.
constexpr int kSearchSteps = 12;
/// Packets that say where a restored time line lies: half a second, the first of which came by a detour.
constexpr int kPlacing = 25;
/// No transit is larger, in milliseconds.
constexpr double kFarthest = 1e12;
constexpr std::size_t kBinBytes = 2 * sizeof(float);
/// All bins together weigh one, and a place lies inside its bin, but for rounding.
constexpr float kMostWeight = 1.1F;
/// So little is rounding; a place is divided by the weight.
constexpr float kNoWeight = 1e-20F;
constexpr float kMostOffset = 1.1F * static_cast<float>(DelayEstimator::kBinMs);
/// A bin of less weight than this is empty: its packet was one of ten minutes ago.
constexpr float kForgotten = 1e-6F;

}  // namespace

void DelayEstimator::Add(double transit, bool newest) noexcept {
  if (empty()) Start(transit);
  if (newest) Follow(transit);
  if (placing_ > 0 || raised_ > 0 || transit > fastest_ + kReachMs || transit < EarliestInReach()) return;
  Fit(transit);
  Learn(transit);
  Evaluate();
}

void DelayEstimator::StartSpeech(double transit) noexcept {
  if (empty()) return;
  if (transit > playout_ + kLateStartMs) Raise(transit);
}

void DelayEstimator::Age(double ms) noexcept {
  if (memory_ > kLeastMemory) memory_ = std::max(kLeastMemory, memory_ * std::exp(-ms / kMemoryMs));
}

void DelayEstimator::MoveTo(double transit) noexcept {
  raised_ = 0;
  Move(transit - fastest_);
}

void DelayEstimator::SetFloor(double floor) noexcept {
  floor_ = std::clamp(floor, 0.0, kMaxTargetMs);
  if (!empty()) Evaluate();
}

void DelayEstimator::Start(double transit) noexcept {
  origin_ = transit - kBinMs * kBins / 4;
  fastest_ = usual_ = transit;
  playout_ = transit + kStartTargetMs;
}

void DelayEstimator::Move(double by) noexcept {
  origin_ += by;
  playout_ += by;
  fastest_ += by;
  usual_ += by;
}

double DelayEstimator::EarliestInReach() const noexcept { return fastest_ - std::max(kEarlyMs, target()); }

void DelayEstimator::Follow(double transit) noexcept {
  if (placing_ > 0) {
    --placing_;
    if (transit < fastest_ && raised_ <= 0) return Move(transit - fastest_);
  }
  if (transit > fastest_ + kReachMs) return Raise(transit);
  if (raised_ > 0) return Settle(transit);
  if (transit < EarliestInReach()) Move(transit - fastest_);
}

void DelayEstimator::Raise(double transit) noexcept {
  const double by = transit - fastest_;
  Move(by);
  raised_ += by;
  low_ = mark_ = transit;
  calm_ = 0;
}

/// The line goes down with the packets: home when they come in time for where it was before, and for good
/// when they do not drain any more.
void DelayEstimator::Settle(double transit) noexcept {
  const double home = playout_ - raised_;
  if (transit <= home) {
    Move(-std::exchange(raised_, 0));
    return;
  }
  if (transit < low_) {
    Move(transit - low_);
    raised_ += transit - low_;
    low_ = transit;
  }
  if (low_ < mark_ - kDrainMs) {
    mark_ = low_;
    calm_ = 0;
  } else if (++calm_ >= kConfirming) {
    raised_ = 0;
  }
}

void DelayEstimator::Fit(double transit) noexcept {
  const auto bin = static_cast<std::ptrdiff_t>(std::floor((transit - origin_) / kBinMs));
  const auto last = static_cast<std::ptrdiff_t>(kBins) - 1;
  if (bin < 0) ShiftBins(-bin);
  if (bin > last) ShiftBins(last - bin);
}

void DelayEstimator::ShiftBins(std::ptrdiff_t by) noexcept {
  origin_ -= kBinMs * static_cast<double>(by);
  const auto shift = std::min<std::ptrdiff_t>(std::abs(by), kBins);
  if (by > 0) {
    std::shift_right(bins_.begin(), bins_.end(), shift);
    std::fill_n(bins_.begin(), shift, Bin{});
  } else {
    std::shift_left(bins_.begin(), bins_.end(), shift);
    std::fill_n(bins_.rbegin(), shift, Bin{});
  }
  first_ = 0;
  end_ = kBins;
  total_ = 0;
  for (const Bin& bin : bins_) total_ += static_cast<double>(bin.weight);
}

void DelayEstimator::Learn(double transit) noexcept {
  count_ = std::min(count_ + 1, kCountLimit);
  memory_ = std::min(memory_ + 1, kMemory);
  const auto share = static_cast<float>(1 / memory_);
  Forget(share);
  const double place = (transit - origin_) / kBinMs;
  const auto index = std::min(static_cast<std::size_t>(std::max(place, 0.0)), kBins - 1);
  bins_[index].weight += share;
  bins_[index].offset += share * static_cast<float>((place - static_cast<double>(index)) * kBinMs);
  total_ += static_cast<double>(share);
  if (first_ == end_) first_ = end_ = index;
  first_ = std::min(first_, index);
  end_ = std::max(end_, index + 1);
}

/// Reduces the weight of earlier samples. Most bins are empty most of the time, and cost nothing.
void DelayEstimator::Forget(float share) noexcept {
  for (std::size_t i = first_; i < end_; ++i) {
    bins_[i].weight *= 1 - share;
    bins_[i].offset *= 1 - share;
  }
  total_ *= static_cast<double>(1 - share);
  while (first_ < end_ && bins_[first_].weight < kForgotten) bins_[first_++] = {};
  while (first_ < end_ && bins_[end_ - 1].weight < kForgotten) bins_[--end_] = {};
}

void DelayEstimator::Evaluate() noexcept {
  fastest_ = Quantile(kFastest);
  usual_ = Quantile(0.5);
  const double start =
      kStartTargetMs *
      std::clamp((kStartHold + kStartFade - static_cast<double>(count_)) / kStartFade, 0.0, 1.0);
  const double target = std::clamp(LateLimit() - fastest_, std::max(kMinTargetMs, start), kMaxTargetMs);
  playout_ = std::max(fastest_ + target, floor_ > 0 ? usual_ + floor_ : fastest_);
}

double DelayEstimator::Quantile(double share) const noexcept {
  const auto wanted = static_cast<float>(total_ * share);
  float sum = 0;
  for (std::size_t i = first_; i < end_; ++i) {
    sum += bins_[i].weight;
    if (sum < wanted || bins_[i].weight <= 0) continue;
    return origin_ + kBinMs * static_cast<double>(i) + static_cast<double>(bins_[i].offset / bins_[i].weight);
  }
  return usual_;
}

double DelayEstimator::LateLimit() const noexcept {
  double low = usual_;
  double high = origin_ + kBinMs * static_cast<double>(end_);
  for (int step = 0; step < kSearchSteps; ++step) {
    const double middle = (low + high) / 2;
    (LateAt(middle) > kLateShare ? low : high) = middle;
  }
  return high;
}

/// Share of packets that come after a playout at `place`, or a little later.
double DelayEstimator::LateAt(double place) const noexcept {
  double late = 0;
  for (auto i = static_cast<std::size_t>(std::max(0.0, (place - origin_) / kBinMs)); i < end_; ++i) {
    if (bins_[i].weight <= 0) continue;
    const double middle = origin_ + kBinMs * static_cast<double>(i) + bins_[i].offset / bins_[i].weight;
    late += bins_[i].weight * std::clamp((middle - place) / kJudgedMs, 0.0, 1.0);
  }
  return late;
}

struct DelayEstimator::Fields {
  static constexpr Field kFirst{1, "first bin"};
  static constexpr Field kBinsOf{2, "bins"};
  static constexpr Field kOrigin{3, "origin"};
  static constexpr Field kCount{4, "packets learned"};
  static constexpr Field kMemory{5, "memory"};
  static constexpr Field kPlayout{6, "playout"};
  static constexpr Field kFastest{7, "fastest"};
  static constexpr Field kUsual{8, "usual"};
  static constexpr Field kRaised{9, "raised"};
  static constexpr Field kLow{10, "low"};
  static constexpr Field kMark{11, "mark"};
  static constexpr Field kCalm{12, "calm"};
};

void DelayEstimator::Save(FieldWriter& out) const noexcept {
  std::array<std::uint8_t, kBins * kBinBytes> room;
  ByteWriter bins(room);
  for (std::size_t at = first_; at < end_; ++at) {
    bins.U32(std::bit_cast<std::uint32_t>(bins_[at].weight));
    bins.U32(std::bit_cast<std::uint32_t>(bins_[at].offset));
  }
  out.Number(Fields::kFirst, first_);
  out.Bytes(Fields::kBinsOf, bins.written());
  out.Number(Fields::kOrigin, origin_);
  out.Number(Fields::kCount, count_);
  out.Number(Fields::kMemory, memory_);
  out.Number(Fields::kPlayout, playout_);
  out.Number(Fields::kFastest, fastest_);
  out.Number(Fields::kUsual, usual_);
  out.Number(Fields::kRaised, raised_);
  out.Number(Fields::kLow, low_);
  out.Number(Fields::kMark, mark_);
  out.Number(Fields::kCalm, calm_);
}

void DelayEstimator::Restore(FieldReader& in) noexcept {
  const auto transit = [&in](Field field) { return in.NumberIn(field, -kFarthest, kFarthest); };
  const auto bytes = in.Bytes(Fields::kBinsOf);
  first_ = in.NumberIn<std::size_t>(Fields::kFirst, 0, kBins);
  end_ = first_ + bytes.size() / kBinBytes;
  if (bytes.size() % kBinBytes != 0 || end_ > kBins) {
    end_ = first_;
    in.Refuse(Fields::kBinsOf);
  }
  ByteReader bins(bytes);
  total_ = 0;
  for (Bin& bin : std::span(bins_).subspan(first_, end_ - first_)) {
    bin = {std::bit_cast<float>(bins.U32()), std::bit_cast<float>(bins.U32())};
    if (bin.weight < kNoWeight) bin = {};
    const bool is_share = bin.weight >= 0 && bin.weight <= kMostWeight;
    if (is_share && std::abs(bin.offset) <= kMostOffset * bin.weight) {
      total_ += static_cast<double>(bin.weight);
    } else {
      in.Refuse(Fields::kBinsOf);
      bin = {};
    }
  }
  origin_ = transit(Fields::kOrigin);
  count_ = in.NumberIn<std::size_t>(Fields::kCount, 0, kCountLimit);
  memory_ = in.NumberIn(Fields::kMemory, 0.0, kMemory);
  playout_ = transit(Fields::kPlayout);
  fastest_ = transit(Fields::kFastest);
  usual_ = transit(Fields::kUsual);
  raised_ = in.NumberIn(Fields::kRaised, 0.0, kFarthest);
  low_ = transit(Fields::kLow);
  mark_ = transit(Fields::kMark);
  calm_ = in.NumberIn(Fields::kCalm, 0, kConfirming);
  placing_ = empty() ? 0 : kPlacing;
}

}  // namespace sdkpp::jitter
