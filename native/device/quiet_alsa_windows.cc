#include "device/quiet_alsa.h"

namespace sdkpp::device {

void QuietAlsa() noexcept {}

}  // namespace sdkpp::device
