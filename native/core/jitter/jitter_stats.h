#pragma once

#include "core/base/statistics.h"

namespace sdkpp::jitter {

#define SDKPP_STATISTICS "core/jitter/jitter_stats.def"
#include "core/base/statistics.inc"

}  // namespace sdkpp::jitter
