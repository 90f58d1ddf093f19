#include "core/audio/samples.h"

#include <algorithm>
#include <cmath>
#include <cstddef>

namespace sdkpp::audio {
namespace {

/// Values that are converted together: as many as fit the widest registers.
constexpr std::size_t kTogether = 8;

template <class From, class To, class Convert>
void ConvertAll(std::span<const From> values, std::span<To> out, Convert convert) noexcept {
  const std::size_t whole = values.size() - values.size() % kTogether;
  for (std::size_t at = 0; at < whole; at += kTogether) {
    for (std::size_t i = 0; i < kTogether; ++i) out[at + i] = convert(values[at + i]);
  }
  for (std::size_t at = whole; at < values.size(); ++at) out[at] = convert(values[at]);
}

}  // namespace

// Not lrintf: compilers call it for each value, one after the other.
std::int16_t Rounded(float value) noexcept {
  const float scaled = std::min(kFullScale - 1, std::max(-kFullScale, value * kFullScale));
  return static_cast<std::int16_t>(static_cast<std::int32_t>(scaled + std::copysign(0.5F, scaled)));
}

void Round(std::span<const float> values, std::span<std::int16_t> out) noexcept {
  ConvertAll(values, out, Rounded);
}

void Widen(std::span<const std::int16_t> values, std::span<float> out) noexcept {
  constexpr float kStep = 1 / kFullScale;
  ConvertAll(values, out, [](std::int16_t value) { return static_cast<float>(value) * kStep; });
}

}  // namespace sdkpp::audio
