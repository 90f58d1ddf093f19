#include "core/player/overlays.h"

namespace sdkpp::player {

std::unique_ptr<Overlay> Overlays::Add(std::unique_ptr<Overlay> overlay) noexcept {
  if (overlays_.size() == kMost) return overlay;
  overlays_.push_back(std::move(overlay));
  return nullptr;
}

std::unique_ptr<Overlay> Overlays::TakeAt(std::size_t at) noexcept {
  const auto place = overlays_.begin() + static_cast<std::ptrdiff_t>(at);
  std::unique_ptr<Overlay> overlay = std::move(*place);
  overlays_.erase(place);
  return overlay;
}

std::unique_ptr<Overlay> Overlays::Take(std::uint32_t number) noexcept {
  for (std::size_t at = 0; at < overlays_.size(); ++at) {
    if (overlays_[at]->track.number == number) return TakeAt(at);
  }
  return nullptr;
}

std::unique_ptr<Overlay> Overlays::TakeAny() noexcept { return empty() ? nullptr : TakeAt(0); }

Ducking Overlays::ducking() const noexcept {
  Ducking strongest;
  for (const auto& overlay : overlays_) {
    if (overlay->ducking.gain < strongest.gain) strongest = overlay->ducking;
  }
  return strongest;
}

BlockLine::Filled Overlays::PlayOne(Overlay& overlay, SoundBlock& sum) noexcept {
  const BlockLine::Filled filled = overlay.line.Fill(*overlay.track.source);
  if (!filled.sounds) return filled;
  const auto values = overlay.line.Take();
  for (std::size_t at = 0; at < kBlockValues; ++at) sum[at] += values[at] * overlay.gain;
  return filled;
}

}  // namespace sdkpp::player
