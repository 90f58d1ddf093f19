#include "core/player/overlays.h"

#include <utility>

namespace sdkpp::player {

std::unique_ptr<Overlay> Overlays::Add(std::unique_ptr<Overlay> overlay) noexcept {
  for (const auto& each : overlays_) {
    if (each->track.number == overlay->after) return std::exchange(each->next, std::move(overlay));
  }
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
    Overlay& overlay = *overlays_[at];
    if (overlay.next && overlay.next->track.number == number) return std::move(overlay.next);
    if (overlay.track.number != number) continue;
    overlay.line.Clear();
    return overlay.next ? GoOn(overlay) : TakeAt(at);
  }
  return nullptr;
}

std::unique_ptr<Overlay> Overlays::TakeAny() noexcept {
  if (empty()) return nullptr;
  return overlays_[0]->next ? std::move(overlays_[0]->next) : TakeAt(0);
}

std::unique_ptr<Overlay> Overlays::GoOn(Overlay& overlay) noexcept {
  std::unique_ptr<Overlay> over = std::move(overlay.next);
  std::swap(over->track, overlay.track);
  overlay.line.StartOver();
  return over;
}

Ducking Overlays::ducking() const noexcept {
  Ducking strongest;
  for (const auto& overlay : overlays_) {
    if (overlay->ducking.gain < strongest.gain) strongest = overlay->ducking;
  }
  return strongest;
}

bool Overlays::AddBlock(Overlay& overlay, SoundBlock& sum) noexcept {
  if (overlay.line.empty()) return false;
  if (!overlay.line.has_block()) overlay.line.Pad();
  const auto values = overlay.line.Take();
  for (std::size_t at = 0; at < kBlockValues; ++at) sum[at] += values[at] * overlay.gain;
  return true;
}

}  // namespace sdkpp::player
