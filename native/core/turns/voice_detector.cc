#include "core/turns/voice_detector.h"

#include <algorithm>
#include <cmath>

#include "core/turns/voice_model.h"

namespace sdkpp::turns {
namespace {

constexpr float kDigitalSilence = -85.0F;  ///< dBFS

}  // namespace

VoiceEstimate VoiceDetector::Process(std::span<const float, kFrameSamples> frame,
                                     bool is_concealed) noexcept {
  spectrum_.Process(frame);
  pitch_.Process(frame);
  // what a decoder makes up fades away, and digital silence is no noise of a room
  const bool is_room = !is_concealed && Loudness(spectrum_.bands()) > kDigitalSilence;
  if (is_room) floor_.Process(spectrum_.bands());
  features_ = context_.Measure(spectrum_.bands(), floor_, pitch_.clarity(), spectrum_.peakiness());
  belief_ = NextBelief(belief_, features_);
  return {belief_, pitch_.pitch_hz(), pitch_.clarity()};
}

void VoiceDetector::ProcessSilence() noexcept {
  spectrum_.Reset();
  pitch_.Reset();
  belief_ = kLeastBelief;
}

void VoiceDetector::Forget() noexcept {
  ProcessSilence();
  floor_ = NoiseFloor();
  context_.Reset();
  features_ = {};
}

}  // namespace sdkpp::turns
