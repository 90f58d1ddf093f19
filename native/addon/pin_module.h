#pragma once

namespace sdkpp::addon {

/// Keeps this module in memory until the process ends. Node unloads an addon when the last thread of
/// JavaScript that loaded it ends, a worker perhaps; an abandoned device thread may still run its code then,
/// and the slabs belong to the process.
void PinModule() noexcept;

}  // namespace sdkpp::addon
