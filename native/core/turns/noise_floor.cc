#include "core/turns/noise_floor.h"

#include <algorithm>

namespace sdkpp::turns {
namespace {

constexpr float kSmoothing = 0.3F;  ///< share of a new frame: the least of raw energies lies far below noise

}  // namespace

void NoiseFloor::Begin(const Bands& bands) noexcept {
  begun_ = true;
  smooth_ = floor_ = bands;
  least_.fill(bands);
}

void NoiseFloor::Process(const Bands& bands) noexcept {
  if (!begun_) Begin(bands);
  if (++frames_ >= kPartFrames) {
    frames_ = 0;
    part_ = (part_ + 1) % kParts;
    least_[part_] = smooth_;
  }
  for (std::size_t band = 0; band < bands.size(); ++band) {
    smooth_[band] += kSmoothing * (bands[band] - smooth_[band]);
    least_[part_][band] = std::min(least_[part_][band], smooth_[band]);
    float floor = least_[0][band];
    for (const Bands& part : least_) floor = std::min(floor, part[band]);
    floor_[band] = floor;
  }
}

}  // namespace sdkpp::turns
