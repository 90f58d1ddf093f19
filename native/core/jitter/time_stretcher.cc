#include "core/jitter/time_stretcher.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "core/base/audio_format.h"

namespace sdkpp::jitter {
namespace {

constexpr std::size_t kMatch = 480;    ///< samples compared, 10 ms
constexpr std::size_t kCoarse = 8;     ///< the first search works at 6 kHz
constexpr std::size_t kFineReach = 8;  ///< the second search looks this far around
constexpr float kQuietEnergy = 1e-5F;  ///< mean square per sample; -50 dBFS
constexpr float kNothing = 1e-9F;      ///< less energy than that of one step of 16 bits
constexpr std::size_t kSpan = TimeStretcher::kMaxPeriod + kMatch + kFineReach;

/// Mono copy of the start of the input, fine and coarse.
struct Sketch {
  std::array<float, kSpan> fine;
  std::array<float, kSpan / kCoarse> coarse;
  std::size_t size;
};

void Draw(std::span<const float> in, Sketch& sketch) noexcept {
  sketch.size = std::min(in.size() / kChannels, kSpan);
  for (std::size_t i = 0; i < sketch.size; ++i) {
    sketch.fine[i] = 0.5F * (in[2 * i] + in[2 * i + 1]);
  }
  for (std::size_t i = 0; i < sketch.size / kCoarse; ++i) {
    float sum = 0;
    for (std::size_t j = 0; j < kCoarse; ++j) sum += sketch.fine[i * kCoarse + j];
    sketch.coarse[i] = sum / kCoarse;
  }
}

/// Sum of products, gathered in eight lanes so that they can be one register.
float Correlate(const float* here, const float* there, std::size_t length) noexcept {
  constexpr std::size_t kLanes = 8;
  std::array<float, kLanes> lanes{};
  std::size_t i = 0;
  for (; i + kLanes <= length; i += kLanes) {
    for (std::size_t lane = 0; lane < kLanes; ++lane) lanes[lane] += here[i + lane] * there[i + lane];
  }
  float sum = 0;
  for (; i < length; ++i) sum += here[i] * there[i];
  for (const float lane : lanes) sum += lane;
  return sum;
}

struct Match {
  std::size_t period = 0;
  float similarity = -1;
};

/// The lag in [from, to] at which the values are most like the `length` ones at 0, by normalized correlation
/// in [-1, 1].
Match Search(const float* values, std::size_t from, std::size_t to, std::size_t length) noexcept {
  Match best;
  const float here = Correlate(values, values, length);
  float there = from <= to ? Correlate(values + from, values + from, length) : 0;
  for (std::size_t lag = from; lag <= to; ++lag) {
    if (lag > from) {
      const float gone = values[lag - 1];
      const float come = values[lag - 1 + length];
      there = std::max(0.0F, there + come * come - gone * gone);
    }
    const float scale = std::sqrt(here * there);
    const float similarity = scale > kNothing ? Correlate(values, values + lag, length) / scale : 0.0F;
    if (similarity > best.similarity) best = {lag, similarity};
  }
  return best;
}

bool IsQuiet(const Sketch& sketch) noexcept {
  float energy = 0;
  for (std::size_t i = 0; i < sketch.size; ++i) energy += sketch.fine[i] * sketch.fine[i];
  return energy < kQuietEnergy * static_cast<float>(sketch.size);
}

/// The best period from `least` to `limit`, or 0 when none is similar enough.
std::size_t FindPeriod(std::span<const float> in, std::size_t least, std::size_t limit,
                       float strictness) noexcept {
  Sketch sketch;
  Draw(in, sketch);
  const std::size_t match = std::min(kMatch, sketch.size / 2);
  limit = std::min({limit, TimeStretcher::kMaxPeriod, sketch.size - match});
  if (IsQuiet(sketch)) return limit;
  if (limit < least) return 0;
  const Match rough = Search(sketch.coarse.data(), least / kCoarse, limit / kCoarse, match / kCoarse);
  const std::size_t around = rough.period * kCoarse;
  const std::size_t from = std::max(around - kFineReach, least);
  const Match best = Search(sketch.fine.data(), from, std::min(around + kFineReach, limit), match);
  return best.similarity >= strictness ? best.period : 0;
}

/// Fades from `from` to `to` over `samples` per channel.
void CrossFade(const float* from, const float* to, std::size_t samples, float* out) noexcept {
  const float step = 1.0F / static_cast<float>(samples);
  for (std::size_t i = 0; i < samples; ++i) {
    const float share = (static_cast<float>(i) + 0.5F) * step;
    for (std::size_t c = 0; c < kChannels; ++c) {
      const std::size_t at = i * kChannels + c;
      out[at] = from[at] * (1 - share) + to[at] * share;
    }
  }
}

}  // namespace

std::size_t TimeStretcher::Shorten(std::span<const float> in, std::size_t limit, float strictness,
                                   std::span<float> out, std::size_t least) noexcept {
  if (in.size() / kChannels < kBlockSamples + limit || out.size() < kBlockValues) return 0;
  const std::size_t period = FindPeriod(in, std::max(least, kMinPeriod), limit, strictness);
  if (period == 0) return 0;
  CrossFade(in.data(), in.data() + period * kChannels, period, out.data());
  std::copy_n(in.begin() + static_cast<std::ptrdiff_t>(2 * period * kChannels),
              (kBlockSamples - period) * kChannels,
              out.begin() + static_cast<std::ptrdiff_t>(period * kChannels));
  return period;
}

std::size_t TimeStretcher::Lengthen(std::span<const float> in, std::size_t limit, float strictness,
                                    std::span<float> out) noexcept {
  if (in.size() < kBlockValues || out.size() < kBlockValues) return 0;
  const std::size_t period =
      FindPeriod(in.first(kBlockValues), kMinPeriod, std::min(limit, kMaxInserted), strictness);
  if (period == 0) return 0;
  const std::size_t values = period * kChannels;
  std::copy_n(in.begin(), values, out.begin());
  CrossFade(in.data() + values, in.data(), period, out.data() + values);
  std::copy_n(in.begin() + static_cast<std::ptrdiff_t>(values), kBlockValues - 2 * values,
              out.begin() + static_cast<std::ptrdiff_t>(2 * values));
  return period;
}

}  // namespace sdkpp::jitter
