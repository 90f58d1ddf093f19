#include "core/turns/echo/echo_reference.h"

#include <algorithm>

#include "core/turns/bounded.h"

namespace sdkpp::turns {
namespace {

/// -70 dBFS: softer is silence.
constexpr float kSoftest = 1e-7F;

float MeanSquare(std::span<const float> samples) noexcept {
  float sum = 0;
  for (const float sample : samples) sum += sample * sample;
  return sum / static_cast<float>(samples.size());
}

}  // namespace

void EchoReference::Restart(std::uint64_t place) noexcept {
  begin_ = end_ = place;
  last_sound_ = 0;
  for (Row& row : rows_) row.sounds = false;
}

void EchoReference::Advance(std::uint64_t place) noexcept {
  constexpr std::uint64_t kFar = kSamples / 2;
  if (place > end_ + kFar || place + kFar < end_) return Restart(place);
  static constexpr std::array<float, kEchoHop> kSilence{};
  while (end_ < place) Push(std::span(kSilence).first(std::min<std::uint64_t>(place - end_, kEchoHop)));
}

void EchoReference::Push(std::span<const float> samples) noexcept {
  for (const float sample : samples) {
    samples_[end_++ % kSamples] = Bounded(sample);
    if (end_ % kEchoHop == 0) FinishRow();
  }
}

void EchoReference::FinishRow() noexcept {
  std::array<float, kEchoWindow> samples;
  Window(static_cast<std::int64_t>(end_), samples);
  const std::uint64_t number = end_ / kEchoHop;
  Row& row = rows_[number % kRows];
  row.number = number;
  row.sounds = MeanSquare(std::span(samples).last<kEchoHop>()) > kSoftest;
  if (!row.sounds) return;
  last_sound_ = number;
  spectrum_.Compute(samples, row.phases);
  Whiten(row.phases);
}

void EchoReference::Window(std::int64_t end, std::span<float, kEchoWindow> out) const noexcept {
  constexpr auto kWidth = static_cast<std::int64_t>(kEchoWindow);
  const auto newest = static_cast<std::int64_t>(end_);
  const std::int64_t oldest =
      std::max(static_cast<std::int64_t>(begin_), newest - static_cast<std::int64_t>(kSamples));
  for (std::int64_t at = 0; at < kWidth; ++at) {
    const std::int64_t place = end - kWidth + at;
    const bool is_there = place >= oldest && place < newest;
    out[static_cast<std::size_t>(at)] =
        is_there ? samples_[static_cast<std::size_t>(place) % kSamples] : 0.0F;
  }
}

const EchoBins* EchoReference::PhasesOf(std::uint64_t number) const noexcept {
  const Row& row = rows_[number % kRows];
  return row.sounds && row.number == number ? &row.phases : nullptr;
}

bool EchoReference::SoundsBefore(std::uint64_t place) const noexcept {
  return last_sound_ != 0 && last_sound_ + kReach > place / kEchoHop;
}

}  // namespace sdkpp::turns
