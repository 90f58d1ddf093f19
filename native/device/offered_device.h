#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "device/audio_system.h"

namespace sdkpp::device {

/// Where a device was found.
enum class SoundSystem : std::uint8_t { kPulseAudio, kAlsa, kOther };

/// Whether players choose among it, by the name that the system has for it: a microphone that is the echo of
/// a speaker is none, and neither are the converters that ALSA lists like devices.
[[nodiscard]] bool IsOffered(SoundSystem system, Direction direction, std::string_view name) noexcept;

/// Why a device cannot be opened.
enum class OpenFailure : std::uint8_t { kNone, kForbidden, kBusy, kMissing };

/// A failure and its remedy, in words for a player. `reason` is the system's own.
[[nodiscard]] std::string WordsFor(OpenFailure failure, Direction direction, std::string_view reason);

}  // namespace sdkpp::device
