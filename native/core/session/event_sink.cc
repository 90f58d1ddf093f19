#include "core/session/event_sink.h"

#include <utility>

namespace sdkpp::session {

// Out of line: inlined, moving the variant makes compilers see uninitialised members of other events.

bool EventSink::OfferState(MediaEvent event) noexcept { return HasRoom() && Send(std::move(event)); }

bool EventSink::Send(MediaEvent event) noexcept {
  wake_ = true;
  return ring_.Push(std::move(event));
}

}  // namespace sdkpp::session
