// winsock2.h must come before windows.h, and avrt.h after it
// clang-format off
#include <winsock2.h>
#include <ws2tcpip.h>
#include <windows.h>
#include <avrt.h>
// clang-format on

#include <algorithm>
#include <array>
#include <chrono>
#include <system_error>
#include <utility>

#include "engine/waiter.h"

namespace sdkpp::engine {

/// Windows cannot poll sockets and an event together without one event per socket, so the wake-up is a UDP
/// socket that is connected to itself on loopback.
struct Waiter::Parts {
  SOCKET wake = INVALID_SOCKET;
  HANDLE timer = nullptr;
  std::array<WSAPOLLFD, kMaxSockets + 1> polled{};
};

namespace {

/// Below this rest WSAPoll's millisecond steps are too coarse; the high-resolution timer takes over.
constexpr Duration kFineRest = std::chrono::milliseconds(2);

SOCKET SelfConnected() noexcept {
  WSADATA data;
  if (WSAStartup(MAKEWORD(2, 2), &data) != 0) return INVALID_SOCKET;
  const SOCKET made = ::socket(AF_INET, SOCK_DGRAM, IPPROTO_UDP);
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  int size = sizeof(address);
  u_long non_blocking = 1;
  auto* generic = reinterpret_cast<sockaddr*>(&address);
  if (made == INVALID_SOCKET || ::bind(made, generic, size) != 0 ||
      ::getsockname(made, generic, &size) != 0 || ::connect(made, generic, size) != 0 ||
      ioctlsocket(made, FIONBIO, &non_blocking) != 0) {
    if (made != INVALID_SOCKET) closesocket(made);
    return INVALID_SOCKET;
  }
  return made;
}

}  // namespace

Waiter::Waiter(std::unique_ptr<Parts> parts) noexcept : parts_(std::move(parts)) {}

Waiter::~Waiter() {
  closesocket(parts_->wake);
  if (parts_->timer != nullptr) CloseHandle(parts_->timer);
}

std::unique_ptr<Waiter> Waiter::Create() {
  auto parts = std::make_unique<Parts>();
  parts->wake = SelfConnected();
  if (parts->wake == INVALID_SOCKET) return nullptr;
#ifdef CREATE_WAITABLE_TIMER_HIGH_RESOLUTION
  parts->timer =
      CreateWaitableTimerExW(nullptr, nullptr, CREATE_WAITABLE_TIMER_HIGH_RESOLUTION, TIMER_ALL_ACCESS);
#endif
  return std::unique_ptr<Waiter>(new Waiter(std::move(parts)));
}

bool Waiter::WaitUntil(Instant deadline, std::span<const SocketHandle> sockets) noexcept {
  const std::size_t count = std::min(sockets.size(), kMaxSockets);
  parts_->polled[0] = {parts_->wake, POLLIN, 0};
  for (std::size_t at = 0; at < count; ++at) parts_->polled[at + 1] = {sockets[at], POLLIN, 0};
  const Duration left = std::max(deadline - Now(), Duration::zero());
  if (left <= kFineRest && left > Duration::zero() && parts_->timer != nullptr) {
    LARGE_INTEGER due;
    due.QuadPart = -(left.count() / 100);  // relative, in 100 ns
    if (SetWaitableTimer(parts_->timer, &due, 0, nullptr, nullptr, FALSE)) {
      (void)WaitForSingleObject(parts_->timer, INFINITE);
    }
    return false;
  }
  const Duration coarse = left > kFineRest ? left - kFineRest : Duration::zero();
  const auto ms = std::chrono::floor<std::chrono::milliseconds>(coarse).count();
  int ready = WSAPoll(parts_->polled.data(), static_cast<ULONG>(count + 1), static_cast<INT>(ms));
  if (ready > 0 && parts_->polled[0].revents != 0) --ready;
  std::array<char, 64> drained;
  while (::recv(parts_->wake, drained.data(), static_cast<int>(drained.size()), 0) > 0) {
  }
  return ready > 0;
}

bool Waiter::IsReadable(std::size_t at) const noexcept { return parts_->polled[at + 1].revents != 0; }

void Waiter::Wake() noexcept {
  const char byte = 1;
  (void)::send(parts_->wake, &byte, 1, 0);
}

Instant Now() noexcept {
  return Instant(std::chrono::duration_cast<Duration>(std::chrono::steady_clock::now().time_since_epoch()));
}

Duration TimeAsleep() noexcept {
  ULONGLONG awake = 0;  // in 100 ns
  if (!QueryUnbiasedInterruptTime(&awake)) return Duration::zero();
  const auto since_start = std::chrono::milliseconds(GetTickCount64());
  return since_start - std::chrono::nanoseconds(static_cast<std::int64_t>(awake) * 100);
}

namespace {
/// The multimedia scheduler's hold on the calling thread, which would set any other priority back.
thread_local HANDLE multimedia_task = nullptr;
}  // namespace

bool BecomeRealtime() noexcept {
  DWORD index = 0;
  multimedia_task = AvSetMmThreadCharacteristicsW(L"Pro Audio", &index);
  if (multimedia_task != nullptr) return true;
  return SetThreadPriority(GetCurrentThread(), THREAD_PRIORITY_TIME_CRITICAL) != 0;
}

int TakePriority(int priority) noexcept {
  if (SetThreadPriority(GetCurrentThread(), priority) == 0) return static_cast<int>(GetLastError());
  if (multimedia_task == nullptr) return 0;
  (void)AvRevertMmThreadCharacteristics(multimedia_task);
  multimedia_task = nullptr;
  // releasing it restores the previous priority
  return SetThreadPriority(GetCurrentThread(), priority) != 0 ? 0 : static_cast<int>(GetLastError());
}

std::string PriorityErrorText(int error) { return std::system_category().message(error); }

}  // namespace sdkpp::engine
