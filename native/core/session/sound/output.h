#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "core/base/audio_format.h"

namespace sdkpp::session {

/// Where the mixed sound of a call goes.
class Output {
 public:
  virtual ~Output() = default;

  /// Takes one 20 ms block. Media thread: no allocation, no waiting; a block that finds no room is dropped.
  virtual void Play(std::span<const std::int16_t, kBlockValues> block) noexcept = 0;
};

/// The purpose of an output. A call has one of each: a recording does not silence the speaker.
enum class OutputTarget : std::uint8_t { kHost, kSpeaker };
inline constexpr std::size_t kOutputTargets = 2;

}  // namespace sdkpp::session
