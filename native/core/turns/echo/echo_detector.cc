#include "core/turns/echo/echo_detector.h"

#include <algorithm>
#include <cstdlib>

namespace sdkpp::turns {
namespace {

/// Shares above which sound is an echo: when it begins, and while it goes on.
constexpr float kEchoBegins = 0.25F;
constexpr float kEchoGoesOn = 0.17F;
/// An echo of which the level is learned.
constexpr float kClearEcho = 0.45F;
/// The path begins a row before the delay at which it was found.
constexpr auto kRow = static_cast<std::int64_t>(kEchoHop);

float PowerOf(const EchoBins& bins) noexcept {
  float sum = 0;
  for (std::size_t at = 0; at < kEchoBins; ++at) {
    sum += bins.re[at] * bins.re[at] + bins.im[at] * bins.im[at];
  }
  return sum;
}

}  // namespace

bool EchoDetector::Process(std::uint64_t place, std::span<const float, kEchoHop> heard,
                           const EchoReference& own) noexcept {
  std::ranges::copy(std::span(heard_).subspan<kEchoHop>(), heard_.begin());
  std::ranges::copy(heard, heard_.end() - kEchoHop);
  const std::uint64_t end = place + kEchoHop;
  const bool is_sound = IsSound();
  if (!own.SoundsBefore(end)) return is_echo_ = false;
  EchoBins spectrum;
  own.spectrum().Compute(heard_, spectrum);
  if (is_sound) {
    EchoBins phases = spectrum;
    Whiten(phases);
    if (const auto found = search_.Search(phases, end, own)) Follow(*found);
  }
  if (!delay_) return false;
  CollectSent(end, own);
  const float share = Explain(spectrum, is_sound);
  level_.Add(PowerOf(spectrum), PowerOf(direct_sent_));
  if (is_sound && share > kClearEcho) level_.Learn();
  return is_echo_ = share > (is_echo_ ? kEchoGoesOn : kEchoBegins) && !level_.IsLouder();
}

void EchoDetector::ProcessSilence() noexcept {
  heard_.fill(0.0F);
  direct_.Fade();
  learned_.Fade();
  is_echo_ = false;
}

/// Whether the newest samples are no pause: louder than -65 dBFS, and than 30 dB under the loudest.
bool EchoDetector::IsSound() noexcept {
  constexpr float kSoftest = 3e-7F;
  constexpr float kForgets = 0.999F;  ///< in 20 ms; 7 dB in half a minute
  float power = 0;
  for (const float sample : heard_) power += sample * sample;
  power /= static_cast<float>(kEchoWindow);
  loudest_ = std::max(power, kForgets * loudest_);
  return power > std::max(kSoftest, loudest_ / 1000);
}

/// In a room the strongest way changes from word to word: the path has learned all that lie within a row.
void EchoDetector::Follow(std::int64_t delay) noexcept {
  const bool is_near = delay_ && std::abs(delay - path_delay_) <= kRow;
  delay_ = delay;
  if (is_near) return;
  path_delay_ = delay;
  path_.Forget();
  level_.Forget();
  sent_at_ = 0;
}

void EchoDetector::CollectSent(std::uint64_t end, const EchoReference& own) noexcept {
  const auto heard_at = static_cast<std::int64_t>(end);
  std::array<float, kEchoWindow> samples;
  own.Window(heard_at - *delay_, samples);
  own.spectrum().Compute(samples, direct_sent_);
  const std::int64_t newest = heard_at - path_delay_ + kRow;
  const bool follows = newest == sent_at_ + kRow;
  if (follows) std::ranges::copy_backward(std::span(sent_).first<EchoPath::kRows - 1>(), sent_.end());
  sent_at_ = newest;
  for (std::size_t row = 0; row < (follows ? 1 : EchoPath::kRows); ++row) {
    own.Window(newest - static_cast<std::int64_t>(row) * kRow, samples);
    own.spectrum().Compute(samples, sent_[row]);
  }
}

/// The better of both explanations: at first only what was sent is known; in a room what is learned says
/// more.
float EchoDetector::Explain(const EchoBins& spectrum, bool learns) noexcept {
  EchoBins predicted;
  path_.Predict(sent_, predicted);
  if (learns) path_.Learn(sent_, spectrum, predicted);
  return std::max(direct_.Process(spectrum, direct_sent_), learned_.Process(spectrum, predicted));
}

}  // namespace sdkpp::turns
