#include "core/session/sound/capture.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "core/audio/samples.h"

namespace sdkpp::session {
namespace {

using audio::AudioProcessor;

/// A driver's mistake must not stay in the memory of a filter.
float Sane(float value) noexcept { return std::isfinite(value) ? std::clamp(value, -8.0F, 8.0F) : 0.0F; }

}  // namespace

std::span<const std::int16_t> Capture::Round(std::span<const float> captured) noexcept {
  if (captured.size() != kBlockValues) return {};
  std::ranges::transform(captured, block_.begin(), [](float value) { return audio::Rounded(Sane(value)); });
  return block_;
}

std::span<const std::int16_t> Capture::Process(std::span<const float> captured) noexcept {
  if (captured.size() != kBlockValues) return {};
  std::ranges::transform(captured, captured_.begin(), Sane);
  return Run();
}

std::span<const std::int16_t> Capture::Process(std::span<const std::int16_t> filtered) noexcept {
  if (filtered.size() != kBlockValues) return {};
  audio::Widen(filtered, captured_);
  return Run();
}

std::span<const std::int16_t> Capture::Run() noexcept {
  if (dump_) dump_->Write(CaptureDump::Point::kCaptured, captured_);
  audio::Widen(played_, far_);
  for (std::size_t at = 0; at < kBlockValues; at += AudioProcessor::kValues) {
    chain_.Process(std::span(captured_).subspan(at).first<AudioProcessor::kValues>(),
                   std::span<const float>(far_).subspan(at).first<AudioProcessor::kValues>());
  }
  audio::Round(captured_, block_);
  if (dump_) {
    dump_->Write(CaptureDump::Point::kPlayed, far_);
    dump_->Write(CaptureDump::Point::kProcessed, captured_);
  }
  return block_;
}

std::unique_ptr<CaptureDump> Capture::SetDump(std::unique_ptr<CaptureDump> dump) noexcept {
  return std::exchange(dump_, std::move(dump));
}

}  // namespace sdkpp::session
