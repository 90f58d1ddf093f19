#pragma once

#include <utility>

#include "core/base/spsc_ring.h"
#include "core/session/media_message.h"

namespace sdkpp::session {

/// Media's way out to Signalling. States are only sent while there is ample room, so that a stalled
/// JavaScript thread finds the newest state instead of a backlog; objects to be freed always find room.
class EventSink {
 public:
  static constexpr std::size_t kCapacity = 512;
  static constexpr std::size_t kReserved = 256;

  explicit EventSink(SpscRing<MediaEvent>& ring) noexcept : ring_(ring) {}

  /// False when the state has to be offered again later.
  [[nodiscard]] bool OfferState(MediaEvent event) noexcept;
  bool Send(MediaEvent event) noexcept;

  /// Whether there is room for what may wait.
  [[nodiscard]] bool HasRoom() const noexcept { return ring_.size() + kReserved < ring_.capacity(); }

  /// Whether the other side should be woken; answers once.
  [[nodiscard]] bool TakeWake() noexcept { return std::exchange(wake_, false); }
  void Wake() noexcept { wake_ = true; }

 private:
  SpscRing<MediaEvent>& ring_;
  bool wake_ = false;
};

}  // namespace sdkpp::session
