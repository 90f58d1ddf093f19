#include "core/audio/high_pass.h"

#include <cmath>

namespace sdkpp::audio {
namespace {

// Butterworth, 80 Hz at 48 kHz: the bilinear transform of s² / (s² + √2 s + 1).
constexpr float kB0 = 0.99262257F;
constexpr float kB1 = -1.98524509F;
constexpr float kA1 = -1.98519066F;
constexpr float kA2 = 0.98529951F;

/// Far below what 16 bits hold. In silence the memory would fade into numbers that processors are slow with.
constexpr float kNothing = 1e-12F;

float Kept(float value) noexcept { return std::abs(value) < kNothing ? 0 : value; }

}  // namespace

void HighPass::Process(std::span<float, kValues> captured, std::span<const float, kValues>) noexcept {
  for (std::size_t at = 0; at < captured.size(); ++at) {
    Memory& memory = memory_[at % kChannels];
    const float in = captured[at];
    const float out = kB0 * in + memory.first;
    memory.first = kB1 * in - kA1 * out + memory.second;
    memory.second = kB0 * in - kA2 * out;
    captured[at] = out;
  }
  for (Memory& memory : memory_) memory = {Kept(memory.first), Kept(memory.second)};
}

}  // namespace sdkpp::audio
