#include "core/turns/prosody_tracker.h"

#include <algorithm>
#include <chrono>
#include <cmath>

namespace sdkpp::turns {
namespace {

constexpr float kReferenceHz = 55.0F;
constexpr std::size_t kSlopeFrames = 30;
constexpr std::size_t kEndFrames = 10;
constexpr std::size_t kPeakFrames = 45;
constexpr std::size_t kClearFrames = 20;
constexpr std::size_t kChangeFrom = 8;
constexpr std::size_t kChangeTo = 25;
constexpr std::size_t kRangeFrames = 35;
constexpr std::size_t kStretchGap = 4;    ///< frames without pitch that end a stretch
constexpr float kStretchJump = 4.0F;      ///< semitones that end it, too
constexpr std::size_t kStretchTones = 4;  ///< of an end
constexpr std::size_t kLeastTones = 3;    ///< in a stretch
constexpr float kSoftest = -75.0F;        ///< dBFS: changes of softer bands say nothing
constexpr std::chrono::milliseconds kFrameTime{10};

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

/// Seconds before the newest frame.
float TimeBack(std::size_t frames) noexcept { return -0.01F * static_cast<float>(frames); }

}  // namespace

void ProsodyTracker::BeginTurn() noexcept {
  heard_ = 0;
  mean_level_ = 0.0F;
}

void ProsodyTracker::HandleSpeech(const EarFrame& frame) noexcept {
  const float tone = frame.pitch_hz > 0 ? Semitones(frame.pitch_hz) : -1.0F;
  frames_[heard_++ % kFrames] = {frame.level_dbfs, frame.clarity, Change(frame), tone};
  mean_level_ += (frame.level_dbfs - mean_level_) / static_cast<float>(heard_);
  if (tone >= 0) range_.Add(tone);
}

float ProsodyTracker::Change(const EarFrame& frame) noexcept {
  if (frame.bands.size() != bands_.size()) return 0.0F;
  float sum = 0;
  for (std::size_t band = 0; band < bands_.size(); ++band) {
    const float level = std::max(frame.bands[band], kSoftest);
    sum += std::abs(level - bands_[band]);
    bands_[band] = level;
  }
  return sum / static_cast<float>(bands_.size());
}

Prosody ProsodyTracker::Measure() const noexcept {
  Prosody prosody;
  if (heard_ == 0) return prosody;
  MeasureEnergy(prosody);
  MeasurePitch(prosody);
  return prosody;
}

std::size_t ProsodyTracker::Remembered(std::size_t most) const noexcept {
  return std::min({most, heard_, kFrames});
}

void ProsodyTracker::MeasureEnergy(Prosody& prosody) const noexcept {
  Line line;
  float end = 0;
  float peak = -100.0F;
  float clarity = 0;
  float change = 0;
  for (std::size_t back = 0; back < Remembered(kPeakFrames); ++back) {
    const Frame& frame = Back(back);
    if (back < kSlopeFrames) line.Add(TimeBack(back), frame.level);
    if (back < kEndFrames) end += frame.level;
    if (back < kClearFrames) clarity += frame.clarity;
    if (back >= kChangeFrom && back < kChangeTo) change += frame.change;
    peak = std::max(peak, frame.level);
  }
  const auto mean = [](float sum, std::size_t frames) {
    return sum / static_cast<float>(std::max<std::size_t>(frames, 1));
  };
  prosody.energy_slope_db_per_s = line.Slope();
  prosody.energy_over_mean_db = mean(end, Remembered(kEndFrames)) - mean_level_;
  prosody.peak_over_mean_db = peak - mean_level_;
  prosody.clarity = mean(clarity, Remembered(kClearFrames));
  prosody.spectral_change_db = mean(change, Remembered(kChangeTo) - Remembered(kChangeFrom));
}

void ProsodyTracker::MeasurePitch(Prosody& prosody) const noexcept {
  Line line;
  float lowest = 100.0F;
  float highest = -1.0F;
  for (std::size_t back = 0; back < Remembered(kRangeFrames); ++back) {
    const float tone = Back(back).semitones;
    if (tone < 0) continue;
    line.Add(TimeBack(back), tone);
    lowest = std::min(lowest, tone);
    highest = std::max(highest, tone);
  }
  if (highest >= lowest) prosody.range_semitones = highest - lowest;
  prosody.pitch_slope_semitones_per_s = line.Slope();
  const Stretch stretch = LastStretch();
  if (stretch.tones >= kLeastTones) MeasureStretch(prosody, stretch);
}

/// The newest stretch that has enough tones; the newest of all otherwise.
ProsodyTracker::Stretch ProsodyTracker::LastStretch() const noexcept {
  Stretch stretch;
  float tone = -1.0F;
  for (std::size_t back = 0; back < Remembered(kFrames); ++back) {
    const float here = Back(back).semitones;
    if (here < 0) continue;
    const bool goes_on =
        stretch.tones > 0 && back - stretch.oldest <= kStretchGap && std::abs(here - tone) <= kStretchJump;
    if (!goes_on && stretch.tones >= kLeastTones) break;
    if (!goes_on) stretch = {back, back, 0};
    stretch.oldest = back;
    ++stretch.tones;
    tone = here;
  }
  return stretch;
}

float ProsodyTracker::ToneAt(const Stretch& stretch, bool at_end) const noexcept {
  std::array<float, kStretchTones> tones{};
  std::size_t count = 0;
  for (std::size_t step = 0; step <= stretch.oldest - stretch.newest && count < tones.size(); ++step) {
    const float tone = Back(at_end ? stretch.newest + step : stretch.oldest - step).semitones;
    if (tone >= 0) tones[count++] = tone;
  }
  std::sort(tones.begin(), tones.begin() + static_cast<std::ptrdiff_t>(count));
  return tones[count / 2];
}

void ProsodyTracker::MeasureStretch(Prosody& prosody, const Stretch& stretch) const noexcept {
  float lowest = 100.0F;
  float highest = 0.0F;
  for (std::size_t back = stretch.newest; back <= stretch.oldest; ++back) {
    const float tone = Back(back).semitones;
    if (tone < 0) continue;
    lowest = std::min(lowest, tone);
    highest = std::max(highest, tone);
  }
  const float end = ToneAt(stretch, true);
  prosody.has_pitch = true;
  prosody.pitch_hz = Hertz(end);
  prosody.pitch_over_middle_semitones = end - range_.Middle();
  prosody.pitch_rank = range_.Rank(end);
  prosody.lowest_rank = range_.Rank(lowest);
  prosody.highest_rank = range_.Rank(highest);
  prosody.fall_semitones = ToneAt(stretch, false) - end;
  prosody.stretch = kFrameTime * static_cast<int>(stretch.oldest - stretch.newest + 1);
  prosody.unvoiced = kFrameTime * static_cast<int>(stretch.newest);
}

}  // namespace sdkpp::turns
