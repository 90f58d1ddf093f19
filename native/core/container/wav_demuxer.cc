#include "core/container/wav_demuxer.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace sdkpp::container {
namespace {

/// Some 80 ms of 48 kHz stereo, and never less than one sample of all channels.
constexpr std::size_t kSampleWindow = 16'384;

float Bounded(float value) noexcept { return std::isnan(value) ? 0.0F : std::clamp(value, -2.0F, 2.0F); }

}  // namespace

WavDemuxer::WavDemuxer(std::optional<std::uint64_t> total) : total_(total), window_(kSampleWindow) {}

std::size_t WavDemuxer::Write(std::span<const std::uint8_t> bytes) noexcept {
  if (finished_) return 0;
  const std::size_t header = header_.Write(bytes);
  return header_.is_read() ? header + window_.Write(bytes.subspan(header)) : header;
}

WavDemuxed WavDemuxer::Next(std::span<float> out) noexcept {
  if (!header_.is_read()) {
    if (finished_) header_.Finish();
    return {header_.refusal() ? WavDemuxing::kEnd : WavDemuxing::kNeedsBytes};
  }
  if (!std::exchange(is_announced_, true)) {
    samples_ = header_.samples(total_);
    return {WavDemuxing::kFormat};
  }
  const WavFormat& format = header_.format();
  const std::uint64_t left = samples_ ? *samples_ - std::min(*samples_, read_) : ~std::uint64_t{0};
  const auto bytes = window_.pending().first(
      static_cast<std::size_t>(std::min<std::uint64_t>(window_.pending().size(), left)));
  const auto channels = static_cast<std::size_t>(format.channels);
  const std::size_t frames = std::min(bytes.size() / format.frame_bytes, out.size() / channels);
  const std::size_t each = format.frame_bytes / channels;
  if (frames == 0) {
    const bool over = finished_ || left < format.frame_bytes;
    return {over ? WavDemuxing::kEnd : WavDemuxing::kNeedsBytes};
  }
  for (std::size_t i = 0; i < frames * channels; ++i)
    out[i] = Bounded(WavSample(format.codec, bytes.subspan(i * each, each)));
  window_.Drop(frames * format.frame_bytes);
  read_ += frames * format.frame_bytes;
  return {WavDemuxing::kSamples, frames};
}

std::optional<std::uint64_t> WavDemuxer::frames() const noexcept {
  if (!samples_) return std::nullopt;
  return *samples_ / header_.format().frame_bytes;
}

std::uint64_t WavDemuxer::missing_bytes() const noexcept {
  const std::uint64_t came = read_ + window_.pending().size();
  return samples_ && *samples_ > came ? *samples_ - came : 0;
}

std::uint64_t WavDemuxer::PositionOf(std::uint64_t frame) const noexcept {
  return header_.size() + frame * header_.format().frame_bytes;
}

void WavDemuxer::Seek(std::uint64_t frame) noexcept {
  read_ = frame * header_.format().frame_bytes;
  window_.Restart(PositionOf(frame));
  finished_ = false;
}

}  // namespace sdkpp::container
