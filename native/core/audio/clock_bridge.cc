#include "core/audio/clock_bridge.h"

#include <algorithm>

#include "core/base/audio_format.h"

namespace sdkpp::audio {
namespace {

/// Shares of a second.
constexpr int kRingPart = 2;              ///< the ring holds 500 ms
constexpr std::size_t kJitterPart = 100;  ///< 10 ms for callbacks that are late
constexpr std::size_t kMostTargetPart = 5;
constexpr std::size_t kExcessPart = 10;  ///< beyond the target, before it is dropped

/// A writer that stopped does not go on in the books.
constexpr Duration kMostSince = std::chrono::milliseconds(100);

std::size_t Scaled(std::size_t frames, int from, int to) noexcept {
  return frames * static_cast<std::size_t>(from) / static_cast<std::size_t>(to);
}

}  // namespace

ClockBridge::ClockBridge(const Shape& shape)
    : from_rate_(std::clamp(shape.from_rate, kMinRate, kMaxRate)),
      to_rate_(std::clamp(shape.to_rate, kMinRate, kMaxRate)),
      capacity_(static_cast<std::size_t>(from_rate_ / kRingPart)),
      target_(shape.write_frames + Scaled(shape.read_frames, from_rate_, to_rate_) +
              static_cast<std::size_t>(from_rate_) / kJitterPart),
      most_target_(static_cast<std::size_t>(from_rate_) / kMostTargetPart),
      ring_(std::make_unique<float[]>(capacity_ * kChannels)),
      table_(from_rate_, to_rate_),
      history_(table_.taps()) {
  target_ = std::min(target_, most_target_);
}

void ClockBridge::Write(Instant now, std::span<const float> frames) noexcept {
  const std::uint64_t written = written_.load(std::memory_order_relaxed);
  const std::size_t offered = frames.size() / kChannels;
  const std::size_t taken = std::min(offered, Room(written));
  std::size_t at = static_cast<std::size_t>(written % capacity_);
  for (std::size_t frame = 0; frame < taken; ++frame) {
    ring_[at * kChannels] = frames[frame * kChannels];
    ring_[at * kChannels + 1] = frames[frame * kChannels + 1];
    at = at + 1 == capacity_ ? 0 : at + 1;
  }
  written_at_.store(now.time_since_epoch().count(), std::memory_order_relaxed);
  written_.store(written + taken, std::memory_order_release);
}

/// A ring without a reader is written round and round: who begins to read has the newest, far from the place
/// that is written then.
std::size_t ClockBridge::Room(std::uint64_t written) const noexcept {
  if (!flowing_.load(std::memory_order_acquire)) return capacity_ - most_target_;
  const auto inside = static_cast<std::size_t>(written - read_.load(std::memory_order_acquire));
  return capacity_ - std::min(inside, capacity_);
}

void ClockBridge::DropTo(std::size_t frames) noexcept {
  read_.store(written_.load(std::memory_order_acquire) - frames, std::memory_order_release);
}

bool ClockBridge::Begin(std::size_t available) noexcept {
  if (available < target_) return false;
  DropTo(target_);
  drift_.Restart();
  flowing_.store(true, std::memory_order_release);
  return true;
}

/// Counts the part of the last write that has elapsed: two clocks that tick almost together would otherwise
/// seem to drift for minutes, until one of them overtakes the other.
void ClockBridge::Follow(Instant now, std::size_t available, std::size_t frames) noexcept {
  const Duration since(now.time_since_epoch().count() - written_at_.load(std::memory_order_relaxed));
  const double underway =
      std::chrono::duration<double>(std::clamp(since, Duration::zero(), kMostSince)).count();
  const double error = Seconds(available) + underway - Seconds(target_);
  const double elapsed = static_cast<double>(frames) / to_rate_;
  correction_.store(drift_.Update(error, elapsed), std::memory_order_relaxed);
  latency_ms_.store((Seconds(available) + Seconds(table_.taps() / 2)) * 1000, std::memory_order_relaxed);
}

bool ClockBridge::FeedOne() noexcept {
  const std::uint64_t read = read_.load(std::memory_order_relaxed);
  if (read == written_.load(std::memory_order_acquire)) {
    history_.Feed(0, 0);
    return false;
  }
  const std::size_t at = static_cast<std::size_t>(read % capacity_) * kChannels;
  history_.Feed(ring_[at], ring_[at + 1]);
  read_.store(read + 1, std::memory_order_release);
  return true;
}

bool ClockBridge::Read(Instant now, std::span<float> out) noexcept {
  auto available = static_cast<std::size_t>(written_.load(std::memory_order_acquire) -
                                            read_.load(std::memory_order_relaxed));
  if (!flowing_.load(std::memory_order_relaxed)) {
    if (!Begin(available)) {
      std::ranges::fill(out, 0.0F);
      return false;
    }
    available = target_;
  }
  available = std::min(available, capacity_);
  if (available > target_ + static_cast<std::size_t>(from_rate_) / kExcessPart) {
    DropTo(target_);
    available = target_;
    drift_.Restart();
    CountGap();
  }
  Follow(now, available, out.size() / kChannels);
  const double step = static_cast<double>(from_rate_) / to_rate_ * (1 + drift_.correction());
  bool dry = false;
  for (std::size_t at = 0; at + 1 < out.size(); at += kChannels) {
    for (; phase_ >= 1; phase_ -= 1) dry = !FeedOne() || dry;
    const auto pair = table_.At(phase_, history_.left(), history_.right());
    out[at] = pair[0];
    out[at + 1] = pair[1];
    phase_ += step;
  }
  if (dry) {
    flowing_.store(false, std::memory_order_release);
    CountGap();
    target_ = std::min(target_ + static_cast<std::size_t>(from_rate_) / kJitterPart, most_target_);
  }
  return true;
}

}  // namespace sdkpp::audio
