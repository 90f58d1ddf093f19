// winsock2.h must come before windows.h
// clang-format off
#include <winsock2.h>
#include <windows.h>
// clang-format on

#include <algorithm>
#include <array>
#include <utility>

#include "engine/clock.h"
#include "engine/waiter.h"

namespace sdkpp::engine {

/// One event object for all sockets: the wait takes 64 objects at most, and few sessions run on a desktop.
struct Waiter::Parts {
  ~Parts() {
    for (const HANDLE each : {wake, timer, datagram}) {
      if (each != nullptr) CloseHandle(each);
    }
  }

  HANDLE wake = CreateEventW(nullptr, FALSE, FALSE, nullptr);
  HANDLE timer = CreateTimer();
  HANDLE datagram = CreateEventW(nullptr, FALSE, FALSE, nullptr);

 private:
  /// The system's other timers tick every 15.6 ms.
  static HANDLE CreateTimer() noexcept {
#ifdef CREATE_WAITABLE_TIMER_HIGH_RESOLUTION
    const HANDLE exact =
        CreateWaitableTimerExW(nullptr, nullptr, CREATE_WAITABLE_TIMER_HIGH_RESOLUTION, TIMER_ALL_ACCESS);
    if (exact != nullptr) return exact;
#endif
    return CreateWaitableTimerW(nullptr, FALSE, nullptr);
  }
};

Waiter::Waiter(std::unique_ptr<Parts> parts) noexcept : parts_(std::move(parts)) {}

Waiter::~Waiter() = default;

std::unique_ptr<Waiter> Waiter::Create() {
  auto parts = std::make_unique<Parts>();
  if (parts->wake == nullptr || parts->timer == nullptr || parts->datagram == nullptr) return nullptr;
  return std::unique_ptr<Waiter>(new Waiter(std::move(parts)));
}

void Waiter::Watch(SocketHandle socket, void*) noexcept {
  (void)WSAEventSelect(socket, parts_->datagram, FD_READ);
}

void Waiter::Unwatch(SocketHandle socket) noexcept { (void)WSAEventSelect(socket, nullptr, 0); }

bool Waiter::WaitUntil(Instant deadline, For what) noexcept {
  const Duration left = std::max(deadline - Now(), Duration::zero());
  LARGE_INTEGER due;
  due.QuadPart = -std::max<std::int64_t>(left.count() / 100, 1);  // relative, in 100 ns
  if (!SetWaitableTimer(parts_->timer, &due, 0, nullptr, nullptr, FALSE)) return false;
  // The first of several that are signalled is reported: the wake-up and the deadline come before datagrams.
  const std::array<HANDLE, 3> objects{parts_->wake, parts_->timer, parts_->datagram};
  const DWORD count = what == For::kDatagram ? 3 : 2;
  return WaitForMultipleObjects(count, objects.data(), FALSE, INFINITE) == WAIT_OBJECT_0 + 2;
}

std::optional<std::span<void* const>> Waiter::TakeReady() noexcept { return std::nullopt; }

void Waiter::Wake() noexcept { (void)SetEvent(parts_->wake); }

}  // namespace sdkpp::engine
