#pragma once

namespace sdkpp::device {

/// Keeps ALSA from printing to the process' error stream whatever it cannot find: results say it, too. Does
/// nothing where there is no ALSA.
void QuietAlsa() noexcept;

}  // namespace sdkpp::device
