#pragma once

namespace sdkpp::device {

/// Keeps this module in memory until the process ends: a thread that was abandoned still runs its code.
void PinModule() noexcept;

}  // namespace sdkpp::device
