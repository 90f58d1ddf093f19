#include "core/turns/noise_floor.h"

#include <algorithm>
#include <bit>
#include <cstdint>
#include <cstring>

#include "core/base/field_reader.h"
#include "core/base/field_writer.h"

namespace sdkpp::turns {
namespace {

constexpr float kSmoothing = 0.3F;  ///< share of a new frame: the least of raw energies lies far below noise
constexpr float kLeastFloorDb = -120.0F;
constexpr float kMostFloorDb = 60.0F;

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

struct NoiseFloor::Fields {
  static constexpr Field kBegun{1, "begun"};
  static constexpr Field kFloor{2, "floor"};
  static constexpr std::size_t kSize = Spectrum::kBands * sizeof(float);
};
static_assert(std::endian::native == std::endian::little);

void NoiseFloor::Save(FieldWriter& out) const noexcept {
  out.Number(Fields::kBegun, begun_);
  out.Bytes(Fields::kFloor, {reinterpret_cast<const std::uint8_t*>(floor_.data()), Fields::kSize});
}

void NoiseFloor::Restore(FieldReader& in) noexcept {
  const bool begun = in.NumberIn<std::uint8_t>(Fields::kBegun, 0, 1) != 0;
  Bands bands;
  std::memcpy(bands.data(), in.BytesOf<Fields::kSize>(Fields::kFloor).data(), Fields::kSize);
  const auto fits = [](float value) { return value >= kLeastFloorDb && value <= kMostFloorDb; };
  if (!std::ranges::all_of(bands, fits)) return in.Refuse(Fields::kFloor);
  if (begun) Begin(bands);
}

}  // namespace sdkpp::turns
