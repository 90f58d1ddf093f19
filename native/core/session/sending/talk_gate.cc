#include "core/session/sending/talk_gate.h"

#include "core/base/field_reader.h"
#include "core/base/field_writer.h"

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

struct TalkGate::Fields {
  static constexpr Field kPtt{1, "push to talk"};
  static constexpr Field kVoice{2, "voice activity"};
  static constexpr Field kInput{3, "input detector"};
  static constexpr Field kLookBack{4, "look-back"};
};

void TalkGate::Save(FieldWriter& out) const noexcept {
  out.Part(Fields::kPtt, ptt_);
  out.Part(Fields::kVoice, voice_);
  out.Part(Fields::kInput, input_);
  out.Part(Fields::kLookBack, look_back_);
}

void TalkGate::Restore(FieldReader& in) noexcept {
  in.Part(Fields::kPtt, ptt_);
  in.Part(Fields::kVoice, voice_);
  in.Part(Fields::kInput, input_);
  // records of before do not have it
  if (auto record = in.MaybeRecord(Fields::kLookBack)) look_back_.Restore(*record);
}

}  // namespace sdkpp::session
