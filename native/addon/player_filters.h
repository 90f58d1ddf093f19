#pragma once

#include "addon/arguments.h"
#include "core/player/filters/filter_chain.h"

namespace sdkpp::addon {

/// The arguments of `setFilters`: one for each filter, in the order in which they are applied; null is off.
[[nodiscard]] player::filters::FilterChain::Settings ReadFilters(Arguments& args);

}  // namespace sdkpp::addon
