#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>

#include "core/opus/decoder.h"
#include "core/turns/echo/echo_reference.h"

namespace sdkpp::session {

/// What the session sends, decoded as its listeners do, for ears that look for its echo. Only construction
/// allocates; without memory for a decoder there is silence, and no echo is found. Media thread.
class OwnSound {
 public:
  OwnSound() : decoder_(opus::Decoder::CreateNarrow()) {}

  /// What is sent from now on leaves at this time, in samples of 48 kHz on the SoundClock.
  void BeginTick(std::uint64_t time) noexcept { reference_.Advance(time / kFactor); }
  /// A packet leaves: Opus, before it is sealed.
  void Send(std::span<const std::uint8_t> packet) noexcept;

  [[nodiscard]] const turns::EchoReference& reference() const noexcept { return reference_; }

  /// Of 48 kHz in one of the reference.
  static constexpr std::uint64_t kFactor = 3;

 private:
  std::optional<opus::Decoder> decoder_;
  turns::EchoReference reference_;
};

}  // namespace sdkpp::session
