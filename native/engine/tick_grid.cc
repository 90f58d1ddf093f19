#include "engine/tick_grid.h"

#include "engine/clock.h"

namespace sdkpp::engine {

TickGrid TickGrid::OfProcess() noexcept {
  static const TickGrid grid(Now());
  return grid;
}

}  // namespace sdkpp::engine
