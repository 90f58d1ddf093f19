#pragma once

#include <string>

#include "addon/arguments.h"
#include "device/audio_system.h"

namespace sdkpp::addon {

/// Which device JavaScript asks for: arguments 0 and 1.
struct DeviceChoice {
  device::AudioSystemFactory system;
  std::string id;
};

[[nodiscard]] inline device::AudioSystemFactory ReadAudioSystem(Arguments& arguments, std::size_t at) {
  return arguments.Choice(at, "system", {"system", "null"}) == 0 ? &device::MakeMachineSystem
                                                                 : &device::MakeNullSystem;
}

[[nodiscard]] inline DeviceChoice ReadDeviceChoice(Arguments& arguments) {
  return {ReadAudioSystem(arguments, 0), arguments.Text(1, "id")};
}

}  // namespace sdkpp::addon
