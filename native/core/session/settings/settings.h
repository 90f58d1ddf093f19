#pragma once

#include <cstdint>

#include "core/audio/speech_settings.h"
#include "core/base/instant.h"
#include "core/base/strong.h"
#include "core/session/settings/encoder_settings.h"

namespace sdkpp::session {

/// When the microphone is sent. kUninit behaves as kVoiceActivity.
enum class AudioMode { kUninit = 0, kVoiceActivity = 1, kPushToTalk = 2, kContinuous = 3 };

/// The treatment of a block that an audio callback should have filtered and did not: it was late, it failed,
/// or it never got the block.
enum class UnfilteredPolicy : std::uint8_t { kPass, kMute };

/// What becomes of the own sound when somebody speaks over it.
enum class BargeInAction : std::uint8_t { kOff, kReport, kDuck, kStop };

using audio::NoiseReduction;

/// One command per setting. settings.def documents each.
namespace command {

#define FIELD(type, member, name, ...) type member{};
#define SETTING(Name, name, fields) \
  struct Name {                     \
    fields                          \
  };
#include "core/session/settings/settings.def"

}  // namespace command

}  // namespace sdkpp::session
