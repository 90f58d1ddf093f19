#pragma once

#include <cstdint>
#include <memory>

#include "core/player/source.h"

namespace sdkpp::player {

/// A source and the number by which events and commands name it. The caller counts numbers up from 1.
struct Track {
  std::unique_ptr<Source> source;
  std::uint32_t number = 0;
};

}  // namespace sdkpp::player
