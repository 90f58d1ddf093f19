#pragma once

#include "core/base/statistics.h"

namespace sdkpp::dave {

#define SDKPP_STATISTICS "core/dave/frame_crypto_stats.def"
#include "core/base/statistics.inc"

}  // namespace sdkpp::dave
