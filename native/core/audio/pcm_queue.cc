#include "core/audio/pcm_queue.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>

#include "core/base/field_reader.h"
#include "core/base/field_writer.h"

namespace sdkpp::audio {
namespace {

constexpr std::size_t kPiece = 256;  ///< samples per channel converted at once

}  // namespace

PcmQueue::PcmQueue(int rate, int channels)
    : channels_(std::clamp(channels, 1, 2)),
      resampler_(rate),
      ring_(std::make_unique<std::int16_t[]>(kRoom * kChannels)) {}

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
  if (finished_.load(std::memory_order_relaxed)) return;
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

std::span<std::int16_t> PcmQueue::WritableRun(std::size_t most) noexcept {
  const std::size_t written = written_.load(std::memory_order_relaxed);
  const std::size_t room = most - std::min(most, written - read_.load(std::memory_order_acquire));
  const std::size_t at = written % kRoom;
  return {ring_.get() + at * kChannels, std::min(room, kRoom - at) * kChannels};
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
  const std::size_t at = read_.load(std::memory_order_relaxed) % kRoom;
  const std::size_t first = std::min(samples, kRoom - at);
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

struct PcmQueue::Fields {
  static constexpr Field kRate{1, "rate"};
  static constexpr Field kChannelCount{2, "channels"};
  static constexpr Field kFinished{3, "finished"};
  static constexpr Field kResampler{4, "resampler"};
  static constexpr Field kSamples{5, "samples"};

  /// Saved samples travel as they lie in memory.
  static constexpr std::size_t kBytesOfSample = kChannels * sizeof(std::int16_t);
  static_assert(std::endian::native == std::endian::little);

  /// In several fields where they do not lie together.
  static void Write(FieldWriter& out, std::span<const std::int16_t> values) noexcept {
    if (values.empty()) return;
    out.Bytes(kSamples, {reinterpret_cast<const std::uint8_t*>(values.data()), values.size_bytes()});
  }
};

void PcmQueue::Save(FieldWriter& out, std::span<const std::int16_t> before) const noexcept {
  out.Number(Fields::kRate, resampler_.rate());
  out.Number(Fields::kChannelCount, channels_);
  out.Number(Fields::kFinished, finished_.load(std::memory_order_acquire));
  out.Part(Fields::kResampler, resampler_);
  Fields::Write(out, before);
  const std::size_t read = read_.load(std::memory_order_acquire);
  const std::size_t samples = written_.load(std::memory_order_acquire) - read;
  const std::size_t at = read % kRoom;
  const std::size_t first = std::min(samples, kRoom - at);
  Fields::Write(out, {ring_.get() + at * kChannels, first * kChannels});
  Fields::Write(out, {ring_.get(), (samples - first) * kChannels});
}

PcmQueue::PcmQueue(FieldReader& in)
    : channels_(in.NumberIn(Fields::kChannelCount, 1, static_cast<int>(kChannels))),
      resampler_(in.NumberIn(Fields::kRate, Resampler::kMinRate, Resampler::kMaxRate)),
      ring_(std::make_unique<std::int16_t[]>(kRoom * kChannels)) {
  in.Part(Fields::kResampler, resampler_);
  in.EachBytes(Fields::kSamples, [&](std::span<const std::uint8_t> bytes) noexcept {
    const auto room = WritableRun(kRoom);
    if (bytes.size() % Fields::kBytesOfSample != 0 || bytes.size() > room.size_bytes())
      return in.Refuse(Fields::kSamples);
    std::memcpy(room.data(), bytes.data(), bytes.size());
    Commit(bytes.size() / Fields::kBytesOfSample);
  });
  finished_.store(in.Number<bool>(Fields::kFinished), std::memory_order_release);
}

}  // namespace sdkpp::audio
