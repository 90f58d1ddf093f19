#include <poll.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <ctime>
#include <utility>

#include "engine/clock.h"
#include "engine/waiter.h"

namespace sdkpp::engine {

struct Waiter::Parts {
  ~Parts() {
    if (wake >= 0) ::close(wake);
    if (sockets >= 0) ::close(sockets);
  }

  int wake = -1;     ///< an event of the system
  int sockets = -1;  ///< the epoll set; it is waited for like a file
  std::array<epoll_event, kReady> events{};
  std::array<void*, kReady> ready{};
};

Waiter::Waiter(std::unique_ptr<Parts> parts) noexcept : parts_(std::move(parts)) {}

Waiter::~Waiter() = default;

std::unique_ptr<Waiter> Waiter::Create() {
  auto parts = std::make_unique<Parts>();
  parts->wake = ::eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
  parts->sockets = ::epoll_create1(EPOLL_CLOEXEC);
  if (parts->wake < 0 || parts->sockets < 0) return nullptr;
  return std::unique_ptr<Waiter>(new Waiter(std::move(parts)));
}

void Waiter::Watch(SocketHandle socket, void* owner) noexcept {
  epoll_event event{};
  event.events = EPOLLIN;
  event.data.ptr = owner;
  (void)::epoll_ctl(parts_->sockets, EPOLL_CTL_ADD, socket, &event);
}

void Waiter::Unwatch(SocketHandle socket) noexcept {
  epoll_event ignored{};  // kernels before 2.6.9 want one
  (void)::epoll_ctl(parts_->sockets, EPOLL_CTL_DEL, socket, &ignored);
}

/// epoll_wait() counts milliseconds; ppoll() counts nanoseconds, on every kernel.
bool Waiter::WaitUntil(Instant deadline, For what) noexcept {
  std::array<pollfd, 2> polled{{{parts_->wake, POLLIN, 0}, {parts_->sockets, POLLIN, 0}}};
  const Duration left = std::max(deadline - Now(), Duration::zero());
  const auto seconds = std::chrono::floor<std::chrono::seconds>(left);
  const timespec limit{seconds.count(), (left - seconds).count()};
  if (::ppoll(polled.data(), what == For::kDatagram ? 2 : 1, &limit, nullptr) <= 0) return false;
  if (polled[0].revents != 0) {
    std::uint64_t count = 0;
    [[maybe_unused]] const auto drained = ::read(parts_->wake, &count, sizeof(count));
  }
  return polled[1].revents != 0;
}

std::optional<std::span<void* const>> Waiter::TakeReady() noexcept {
  const int count = ::epoll_wait(parts_->sockets, parts_->events.data(), kReady, 0);
  const auto used = static_cast<std::size_t>(std::max(count, 0));
  for (std::size_t at = 0; at < used; ++at) parts_->ready[at] = parts_->events[at].data.ptr;
  return std::span(parts_->ready).first(used);
}

void Waiter::Wake() noexcept {
  const std::uint64_t one = 1;
  [[maybe_unused]] const auto written = ::write(parts_->wake, &one, sizeof(one));
}

}  // namespace sdkpp::engine
