#pragma once

#include <memory>
#include <span>

#include "core/base/instant.h"
#include "engine/udp_socket.h"

namespace sdkpp::engine {

/// The one place where the media thread waits: for a deadline, a datagram, or a wake-up from another thread.
class Waiter {
 public:
  /// nullptr when the system has no wake-up object left.
  [[nodiscard]] static std::unique_ptr<Waiter> Create();
  ~Waiter();
  Waiter(const Waiter&) = delete;
  Waiter& operator=(const Waiter&) = delete;

  /// Waits until `deadline`, a datagram on one of `sockets` (up to kMaxSockets), or Wake(). True when
  /// datagrams are waiting; IsReadable tells where. Media thread.
  bool WaitUntil(Instant deadline, std::span<const SocketHandle> sockets) noexcept;

  /// After a wait that was true: whether socket `at` of its list has a datagram.
  [[nodiscard]] bool IsReadable(std::size_t at) const noexcept;

  /// Ends the present or the next wait. Any thread.
  void Wake() noexcept;

  static constexpr std::size_t kMaxSockets = 1024;

 private:
  struct Parts;
  explicit Waiter(std::unique_ptr<Parts> parts) noexcept;
  std::unique_ptr<Parts> parts_;
};

/// The monotonic clock as an Instant.
[[nodiscard]] Instant Now() noexcept;

/// Asks for realtime scheduling and exact timers for the calling thread; where that is not permitted the
/// thread goes on as it is. True when realtime scheduling was granted.
bool BecomeRealtime() noexcept;

}  // namespace sdkpp::engine
