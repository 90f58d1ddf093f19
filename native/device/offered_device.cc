#include "device/offered_device.h"

#include <algorithm>
#include <array>

namespace sdkpp::device {

namespace {

/// Names of ALSA devices without a card ("hw:0,0" has one). Not JACK: its library prints to the
/// error stream when its server does not run.
constexpr std::array<std::string_view, 4> kWithoutCard{"default", "sysdefault", "pulse", "pipewire"};

}  // namespace

bool IsOffered(SoundSystem system, Direction direction, std::string_view name) noexcept {
  if (system == SoundSystem::kPulseAudio) {
    return direction == Direction::kPlayback || !name.ends_with(".monitor");
  }
  if (system == SoundSystem::kAlsa) {
    return name.find(':') != std::string_view::npos ||
           std::ranges::find(kWithoutCard, name) != kWithoutCard.end();
  }
  return true;
}

std::string WordsFor(OpenFailure failure, Direction direction, std::string_view reason) {
  const bool captures = direction == Direction::kCapture;
  switch (failure) {
    case OpenFailure::kForbidden:
      return captures ? "the system forbids it: allow this program the microphone in the privacy settings"
                      : "the system forbids it";
    case OpenFailure::kBusy:
      return "another program uses it alone: close that program, or choose another device";
    case OpenFailure::kMissing:
      return captures ? "there is no microphone: plug one in" : "there is no speaker: plug one in";
    case OpenFailure::kNone:
      break;
  }
  return "could not open it (" + std::string(reason) +
         "): check that it is plugged in, and that the sound system runs";
}

}  // namespace sdkpp::device
