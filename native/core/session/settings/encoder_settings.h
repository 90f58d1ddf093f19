#pragma once

namespace sdkpp::session {

/// How PCM is encoded; encoder_settings.def has ranges and units.
struct EncoderSettings {
#define ENCODER_FIELD(type, member, initial, name, ...) type member = initial;
#include "core/session/settings/encoder_settings.def"
};

/// Whether every field is within its range.
[[nodiscard]] bool IsValid(const EncoderSettings& settings) noexcept;

}  // namespace sdkpp::session
