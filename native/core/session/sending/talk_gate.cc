#include "core/session/sending/talk_gate.h"

namespace sdkpp::session {

void TalkGate::SetMode(AudioMode mode) noexcept {
  mode_ = mode;
  look_back_.Clear();
}

void TalkGate::SetSelfMute(bool mute) noexcept {
  self_mute_ = mute;
  if (mute) look_back_.Clear();
}

void TalkGate::Meter(std::span<const std::int16_t> block) noexcept {
  input_.Process(block);
  meter_.Process(block);
}

bool TalkGate::Hears(std::span<const std::int16_t> block) noexcept {
  Meter(block);
  if (IsVoiceGated()) return voice_.Process(block);
  voice_.Reset();
  return true;
}

void TalkGate::KeepLookBack(Instant now, std::span<const std::int16_t> block) noexcept {
  if (!KeyAllows(now) || !IsVoiceGated()) return look_back_.Clear();
  look_back_.Keep(now, block);
}

}  // namespace sdkpp::session
