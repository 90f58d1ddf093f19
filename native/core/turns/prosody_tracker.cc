#include "core/turns/prosody_tracker.h"

#include <algorithm>
#include <cmath>

#include "core/base/audio_format.h"

namespace sdkpp::turns {
namespace {

constexpr float kReferenceHz = 55.0F;
constexpr std::size_t kSlopeFrames = 30;
constexpr std::size_t kEndFrames = 10;
constexpr std::size_t kEndTones = 5;
constexpr std::size_t kLeastTones = 5;
constexpr std::uint64_t kFarTone = kSampleRate * 6 / 10;  ///< older tones are of other words
constexpr float kMiddleShare = 0.01F;                     ///< of a new frame: a second
constexpr float kSecondsPerFrame = 0.01F;

float Semitones(float hertz) noexcept { return 12.0F * std::log2(hertz / kReferenceHz); }
float Hertz(float semitones) noexcept { return kReferenceHz * std::exp2(semitones / 12.0F); }

/// Sums of a straight line through points.
class Line {
 public:
  void Add(float x, float y) noexcept {
    ++count_;
    x_ += x;
    y_ += y;
    xx_ += x * x;
    xy_ += x * y;
  }
  [[nodiscard]] float Slope() const noexcept {
    const float spread = count_ * xx_ - x_ * x_;
    return spread > 1e-9F ? (count_ * xy_ - x_ * y_) / spread : 0.0F;
  }

 private:
  float count_ = 0;
  float x_ = 0;
  float y_ = 0;
  float xx_ = 0;
  float xy_ = 0;
};

}  // namespace

void ProsodyTracker::BeginTurn() noexcept {
  levels_heard_ = tones_heard_ = 0;
  spoken_ = 0;
  mean_level_ = 0.0F;
}

void ProsodyTracker::HandleSpeech(const EarFrame& frame) noexcept {
  levels_[levels_heard_++ % kFrames] = frame.level_dbfs;
  ++spoken_;
  mean_level_ += (frame.level_dbfs - mean_level_) / static_cast<float>(spoken_);
  if (frame.pitch_hz <= 0) return;
  const float semitones = Semitones(frame.pitch_hz);
  tones_[tones_heard_++ % kFrames] = {frame.time, semitones};
  if (!has_middle_) middle_ = semitones;
  has_middle_ = true;
  middle_ += kMiddleShare * (semitones - middle_);
}

Prosody ProsodyTracker::Measure() const noexcept {
  Prosody prosody;
  if (levels_heard_ > 0) MeasureEnergy(prosody);
  if (tones_heard_ >= kLeastTones) MeasurePitch(prosody);
  return prosody;
}

void ProsodyTracker::MeasureEnergy(Prosody& prosody) const noexcept {
  const std::size_t count = std::min(levels_heard_, kSlopeFrames);
  Line line;
  float end = 0;
  for (std::size_t back = 1; back <= count; ++back) {
    const float level = levels_[(levels_heard_ - back) % kFrames];
    line.Add(-static_cast<float>(back) * kSecondsPerFrame, level);
    if (back <= kEndFrames) end += level;
  }
  prosody.energy_slope_db_per_s = line.Slope();
  prosody.energy_over_mean_db = end / static_cast<float>(std::min(count, kEndFrames)) - mean_level_;
}

void ProsodyTracker::MeasurePitch(Prosody& prosody) const noexcept {
  const std::uint64_t newest = tones_[(tones_heard_ - 1) % kFrames].time;
  Line line;
  std::array<float, kEndTones> end{};
  for (std::size_t back = 1; back <= std::min(tones_heard_, kSlopeFrames); ++back) {
    const Tone& tone = tones_[(tones_heard_ - back) % kFrames];
    if (newest < tone.time || newest - tone.time > kFarTone) break;
    line.Add(-static_cast<float>(newest - tone.time) / kSampleRate, tone.semitones);
    if (back <= kEndTones) end[back - 1] = tone.semitones;
  }
  std::ranges::sort(end);
  const float last = end[kEndTones / 2];
  prosody.has_pitch = true;
  prosody.pitch_hz = Hertz(last);
  prosody.pitch_slope_semitones_per_s = line.Slope();
  prosody.pitch_over_middle_semitones = last - middle_;
}

}  // namespace sdkpp::turns
