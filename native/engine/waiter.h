#pragma once

#include <memory>
#include <span>
#include <string>

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
  /// datagrams are waiting; IsReadable says where. Media thread.
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

/// How long the machine has slept since it started; zero where the system does not report it.
[[nodiscard]] Duration TimeAsleep() noexcept;

/// Asks for realtime scheduling and exact timers for the calling thread; without permission nothing changes.
/// True when realtime scheduling was granted.
bool BecomeRealtime() noexcept;

/// Gives the calling thread a priority in the system's own numbers, in place of realtime scheduling: a nice
/// value on Linux (-20 to 19), what SetThreadPriority takes on Windows, that of SCHED_OTHER elsewhere. 0, or
/// the system's error number; the thread is then as it was.
[[nodiscard]] int TakePriority(int priority) noexcept;

/// The system's words for an error number of TakePriority.
[[nodiscard]] std::string PriorityErrorText(int error);

}  // namespace sdkpp::engine
