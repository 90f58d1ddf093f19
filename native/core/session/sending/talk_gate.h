#pragma once

#include <cstdint>
#include <optional>
#include <span>

#include "core/audio/input_detector.h"
#include "core/audio/level_meter.h"
#include "core/audio/look_back.h"
#include "core/audio/ptt_gate.h"
#include "core/audio/voice_activity.h"
#include "core/base/field.h"
#include "core/base/instant.h"
#include "core/session/settings/settings.h"

namespace sdkpp::session {

/// Whether an input may be sent now: self mute, push-to-talk, voice activity. It hears the input in front of
/// the volume. Media thread.
class TalkGate {
 public:
  void SetMode(AudioMode mode) noexcept;
  void SetSelfMute(bool mute) noexcept;
  [[nodiscard]] audio::PttGate& ptt() noexcept { return ptt_; }
  [[nodiscard]] audio::VoiceActivity& voice() noexcept { return voice_; }
  [[nodiscard]] audio::InputDetector& input() noexcept { return input_; }
  [[nodiscard]] audio::LevelMeter& meter() noexcept { return meter_; }

  /// Hears one block; empty counts as silence. Returns whether there is a voice in it, where that matters.
  [[nodiscard]] bool Hears(std::span<const std::int16_t> block) noexcept;
  /// The same of a block that is not to be sent.
  void Meter(std::span<const std::int16_t> block) noexcept;
  /// Whether self mute and push-to-talk let sound through.
  [[nodiscard]] bool KeyAllows(Instant now) const noexcept {
    return !self_mute_ && (mode_ != AudioMode::kPushToTalk || ptt_.IsOpen(now));
  }

  /// Whether they do until the next setting.
  [[nodiscard]] bool StaysOpen() const noexcept { return !self_mute_ && mode_ != AudioMode::kPushToTalk; }

  /// Remembers a block that was held back; nothing said while muted.
  void KeepLookBack(Instant now, std::span<const std::int16_t> block) noexcept;
  [[nodiscard]] audio::LookBack& look_back() noexcept { return look_back_; }

  /// What it learnt, what still runs, and the block that was held back. Settings are made anew.
  void Save(FieldWriter& out) const noexcept;
  void Restore(FieldReader& in) noexcept;

 private:
  struct Fields;

  [[nodiscard]] bool IsVoiceGated() const noexcept {
    return mode_ != AudioMode::kPushToTalk && mode_ != AudioMode::kContinuous;
  }

  AudioMode mode_ = AudioMode::kVoiceActivity;
  bool self_mute_ = false;
  audio::PttGate ptt_;
  audio::VoiceActivity voice_;
  audio::InputDetector input_;
  audio::LevelMeter meter_;
  audio::LookBack look_back_;  ///< last: it is large, and a source of packets never touches it
};

}  // namespace sdkpp::session
