#include "core/turns/ear.h"

#include <algorithm>

#include "core/audio/gain.h"
#include "core/turns/bounded.h"

namespace sdkpp::turns {
namespace {

constexpr std::size_t kSamples16 = VoiceDetector::kFrameSamples;
constexpr std::size_t kSamples24 = 240;
constexpr std::uint64_t kFilterDelay = 48;  ///< half a window

}  // namespace

Ear::Ear(EarSettings settings) : rate_(settings.rate), to_16_(3), to_24_(2) {}

void Ear::Push(std::uint64_t time, std::span<const float, kBlockValues> block, bool is_concealed) noexcept {
  std::array<float, kBlockSamples> mono;
  for (std::size_t at = 0; at < mono.size(); ++at) {
    mono[at] = 0.5F * (Bounded(block[2 * at]) + Bounded(block[2 * at + 1]));
  }
  to_16_.Process(mono, heard_16_);
  if (rate_ == EarRate::k24kHz) to_24_.Process(mono, heard_24_);
  for (std::size_t at = 0; at < kFrames; ++at) {
    const auto heard = std::span(heard_16_).subspan(at * kSamples16).first<kSamples16>();
    const VoiceEstimate voice = detector_.Process(heard, is_concealed);
    EarFrame& frame = Place(at, time);
    frame.level_dbfs = std::min(audio::LevelDbfs(std::span<const float>(heard)), 0.0F);
    frame.probability = voice.probability;
    frame.pitch_hz = voice.pitch_hz;
    frame.clarity = voice.clarity;
    bands_[at] = detector_.bands();
    frame.is_concealed = is_concealed;
  }
}

void Ear::PushSilence(std::uint64_t time) noexcept {
  to_16_.Reset();
  to_24_.Reset();
  heard_16_.fill(0.0F);
  heard_24_.fill(0.0F);
  for (std::size_t at = 0; at < kFrames; ++at) {
    detector_.ProcessSilence();
    bands_[at] = detector_.bands();
    Place(at, time);
  }
}

void Ear::Reset() noexcept {
  to_16_.Reset();
  to_24_.Reset();
  detector_.Forget();
  count_ = 0;
}

EarFrame& Ear::Place(std::size_t at, std::uint64_t time) noexcept {
  const std::uint64_t begin = time + at * kFrameTicks;
  EarFrame& frame = frames_[at];
  frame = EarFrame{.time = begin - std::min(begin, kFilterDelay)};
  frame.bands = bands_[at];
  frame.samples = rate_ == EarRate::k16kHz
                      ? std::span<const float>(heard_16_).subspan(at * kSamples16, kSamples16)
                      : std::span<const float>(heard_24_).subspan(at * kSamples24, kSamples24);
  count_ = kFrames;
  return frame;
}

}  // namespace sdkpp::turns
