#include "core/audio/pcm_queue.h"

#include <algorithm>
#include <array>

namespace sdkpp::audio {
namespace {

constexpr std::size_t kPiece = 256;  ///< samples per channel converted at once

}  // namespace

PcmQueue::PcmQueue(int rate, int channels)
    : channels_(std::clamp(channels, 1, 2)),
      resampler_(rate),
      ring_(std::make_unique<std::int16_t[]>(kCapacity * kChannels)) {}

std::size_t PcmQueue::Write(std::span<const std::int16_t> values) noexcept {
  const auto width = static_cast<std::size_t>(channels_);
  const std::size_t available = values.size() / width;
  std::array<std::int16_t, kPiece * kChannels> piece;
  std::size_t taken = 0;
  while (true) {
    const std::size_t count = std::min(available - taken, kPiece);
    for (std::size_t i = 0; i < count; ++i) {
      piece[2 * i] = values[(taken + i) * width];
      piece[2 * i + 1] = values[(taken + i) * width + width - 1];
    }
    const auto run = WritableRun();
    const auto progress = resampler_.Process(std::span(piece).first(kChannels * count), run);
    Commit(progress.written);
    taken += progress.taken;
    if (progress.taken == 0 && progress.written == 0) return taken;
  }
}

void PcmQueue::Finish() noexcept {
  const std::array<std::int16_t, kPiece * kChannels> silence{};
  std::size_t left = resampler_.delay();
  while (true) {
    const auto in = std::span(silence).first(kChannels * std::min(left, kPiece));
    const auto progress = resampler_.Process(in, WritableRun());
    Commit(progress.written);
    left -= progress.taken;
    // all is out, or there is no room: then the last third of a millisecond is lost
    if (progress.taken == 0 && progress.written == 0) break;
  }
  finished_.store(true, std::memory_order_release);
}

std::span<std::int16_t> PcmQueue::WritableRun() noexcept {
  const std::size_t written = written_.load(std::memory_order_relaxed);
  const std::size_t room = kCapacity - (written - read_.load(std::memory_order_acquire));
  const std::size_t at = written % kCapacity;
  return {ring_.get() + at * kChannels, std::min(room, kCapacity - at) * kChannels};
}

void PcmQueue::Commit(std::size_t samples) noexcept {
  written_.store(written_.load(std::memory_order_relaxed) + samples, std::memory_order_release);
}

std::size_t PcmQueue::Read(std::span<std::int16_t, kBlockValues> out) noexcept {
  const bool finished = finished_.load(std::memory_order_acquire);
  const std::size_t count = std::min(queued(), kBlockSamples);
  if (count == 0 || (count < kBlockSamples && !finished)) return 0;
  std::ranges::fill(out, std::int16_t{0});
  CopyOut(count, out.data());
  read_.store(read_.load(std::memory_order_relaxed) + count, std::memory_order_release);
  return count;
}

void PcmQueue::CopyOut(std::size_t samples, std::int16_t* out) const noexcept {
  const std::size_t at = read_.load(std::memory_order_relaxed) % kCapacity;
  const std::size_t first = std::min(samples, kCapacity - at);
  out = std::copy_n(ring_.get() + at * kChannels, first * kChannels, out);
  std::copy_n(ring_.get(), (samples - first) * kChannels, out);
}

void PcmQueue::Drop() noexcept {
  read_.store(written_.load(std::memory_order_acquire), std::memory_order_release);
}

std::size_t PcmQueue::queued() const noexcept {
  const std::size_t read = read_.load(std::memory_order_acquire);
  return written_.load(std::memory_order_acquire) - read;
}

bool PcmQueue::drained() const noexcept { return finished_.load(std::memory_order_acquire) && queued() == 0; }

}  // namespace sdkpp::audio
