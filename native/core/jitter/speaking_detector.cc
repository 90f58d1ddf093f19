#include "core/jitter/speaking_detector.h"

#include <algorithm>

#include "core/base/field_reader.h"
#include "core/base/field_writer.h"

namespace sdkpp::jitter {

void SpeakingDetector::OnPacket(Instant now, bool silence) noexcept {
  last_ = now;
  silent_ = silence ? std::min(silent_ + 1, kSilenceFrames) : 0;
  if (!silence) speaking_ = true;
  if (silent_ == kSilenceFrames) speaking_ = false;
}

void SpeakingDetector::OnTick(Instant now) noexcept {
  if (now - last_ >= hold_) speaking_ = false;
}

struct SpeakingDetector::Fields {
  static constexpr Field kLast{1, "last packet"};
  static constexpr Field kSilent{2, "silence frames"};
  static constexpr Field kSpeaking{3, "speaking"};
};

void SpeakingDetector::Save(FieldWriter& out) const noexcept {
  out.Time(Fields::kLast, last_);
  out.Number(Fields::kSilent, silent_);
  out.Number(Fields::kSpeaking, speaking_);
}

void SpeakingDetector::Restore(FieldReader& in) noexcept {
  last_ = in.Time(Fields::kLast);
  silent_ = in.NumberIn(Fields::kSilent, 0, kSilenceFrames);
  speaking_ = in.Number<bool>(Fields::kSpeaking);
}

}  // namespace sdkpp::jitter
