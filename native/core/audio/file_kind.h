#pragma once

#include <cstdint>
#include <span>
#include <string>

namespace sdkpp::audio {

/// Names the kind of a file by its first bytes: "an MP3 file"; empty when unknown. The bytes are untrusted.
[[nodiscard]] std::string KindOfFile(std::span<const std::uint8_t> file);

/// Name of the codec with that number in WAV files: "MP3"; empty when it is not known.
[[nodiscard]] const char* NameOfWavCodec(std::uint16_t tag) noexcept;

/// Advice for a file that cannot be played.
inline constexpr const char* kConvertToWav = "`ffmpeg -i INPUT -vn -c:a pcm_s16le OUTPUT.wav` converts it";
inline constexpr const char* kConvertToOgg = "`ffmpeg -i INPUT -vn -c:a libopus OUTPUT.ogg` converts it";

}  // namespace sdkpp::audio
