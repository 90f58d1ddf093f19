#pragma once

#include <utility>

#include "core/base/spsc_ring.h"
#include "core/session/exchange/media_message.h"

namespace sdkpp::session {

/// The events from Media to Signalling. States are only sent, and commands only carried out, while there is
/// ample room: a stalled JavaScript thread finds the newest state instead of a backlog, and objects to be
/// freed always find room. Ending a call retires 128 speakers in two events each, which is the most that one
/// command causes.
class EventSink {
 public:
  static constexpr std::size_t kCapacity = 1024;
  static constexpr std::size_t kReserved = 512;

  explicit EventSink(SpscRing<MediaEvent>& ring) noexcept : ring_(ring) {}

  /// False when the state has to be offered again later.
  [[nodiscard]] bool OfferState(MediaEvent event) noexcept;
  /// Objects inside an event that finds no room are leaked: the media thread must not free them, and the
  /// JavaScript thread may still hold a pointer to them.
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
