#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>

#include "core/base/instant.h"
#include "engine/udp_socket.h"

namespace sdkpp::engine {

/// The one place where the media thread waits: for a deadline, a datagram, or a wake-up from another thread.
/// What it watches stays registered with the system over the ticks.
class Waiter {
 public:
  /// What ends a wait before its deadline; a wake-up always does.
  enum class For : std::uint8_t { kDeadline, kDatagram };

  /// nullptr when the system has no wake-up object left.
  [[nodiscard]] static std::unique_ptr<Waiter> Create();
  ~Waiter();
  Waiter(const Waiter&) = delete;
  Waiter& operator=(const Waiter&) = delete;

  /// Datagrams on `socket` concern `owner` from now on. Media thread.
  void Watch(SocketHandle socket, void* owner) noexcept;
  /// Before a watched socket is closed: a copy of it that another process inherited would still be reported.
  /// Media thread.
  void Unwatch(SocketHandle socket) noexcept;

  /// Waits until `deadline`, a datagram if it is for one, or Wake(). True when datagrams may be waiting.
  /// Media thread.
  bool WaitUntil(Instant deadline, For what) noexcept;

  /// Owners of sockets on which datagrams wait: some of them, others with the next call, none when there are
  /// no more. Nothing where the system does not say: then any socket may have some. Media thread.
  [[nodiscard]] std::optional<std::span<void* const>> TakeReady() noexcept;

  /// Ends the present or the next wait. Any thread.
  void Wake() noexcept;

  /// As many owners as TakeReady names at once.
  static constexpr std::size_t kReady = 256;

 private:
  struct Parts;
  explicit Waiter(std::unique_ptr<Parts> parts) noexcept;
  std::unique_ptr<Parts> parts_;
};

}  // namespace sdkpp::engine
