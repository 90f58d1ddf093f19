#include "core/turns/speech_gate.h"

namespace sdkpp::turns {
namespace {

constexpr int kFramesToBegin = 4;
constexpr float kKeepUp = 0.6F;  ///< share of the threshold that goes on with speech

}  // namespace

void SpeechGate::Process(const EarFrame& frame) noexcept {
  if (is_speech_) {
    is_speech_ = frame.IsSpeech(threshold_ * kKeepUp);
    run_ = is_speech_ ? run_ : 0;
    return;
  }
  if (!frame.IsSpeech(threshold_)) {
    run_ = 0;
    return;
  }
  if (run_++ == 0) began_ = frame.time;
  is_speech_ = run_ >= kFramesToBegin;
}

}  // namespace sdkpp::turns
