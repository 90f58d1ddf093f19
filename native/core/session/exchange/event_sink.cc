#include "core/session/exchange/event_sink.h"

#include <utility>

namespace sdkpp::session {

// Out of line: inlined, moving the variant makes compilers see uninitialized members of other events.

bool EventSink::OfferState(MediaEvent event) noexcept { return HasRoom() && Send(std::move(event)); }

bool EventSink::Send(MediaEvent event) noexcept {
  wake_ = true;
  if (ring_.Push(std::move(event))) return true;
  if (auto* retired = std::get_if<event::Retired>(&event)) retired->Leak();
  if (auto* saved = std::get_if<event::Saved>(&event)) (void)saved->snapshot.release();
  return false;
}

}  // namespace sdkpp::session
