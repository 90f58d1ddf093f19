#include <fcntl.h>
#include <sys/event.h>
#include <sys/time.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <ctime>
#include <utility>

#include "engine/clock.h"
#include "engine/waiter.h"

namespace sdkpp::engine {

namespace {

constexpr uintptr_t kWakeUp = 0;

int OpenQueue() noexcept {
  const int queue = ::kqueue();
  if (queue >= 0) (void)fcntl(queue, F_SETFD, FD_CLOEXEC);
  return queue;
}

bool Change(int queue, const struct kevent& change) noexcept {
  return ::kevent(queue, &change, 1, nullptr, 0, nullptr) == 0;
}

}  // namespace

struct Waiter::Parts {
  ~Parts() {
    if (waits >= 0) ::close(waits);
    if (sockets >= 0) ::close(sockets);
  }

  int waits = -1;    ///< the wake-up, and the queue of sockets while datagrams are waited for
  int sockets = -1;  ///< the watched sockets
  bool waits_for_sockets = false;
  std::array<struct kevent, kReady> events{};
  std::array<void*, kReady> ready{};
};

Waiter::Waiter(std::unique_ptr<Parts> parts) noexcept : parts_(std::move(parts)) {}

Waiter::~Waiter() = default;

std::unique_ptr<Waiter> Waiter::Create() {
  auto parts = std::make_unique<Parts>();
  parts->waits = OpenQueue();
  parts->sockets = OpenQueue();
  if (parts->waits < 0 || parts->sockets < 0) return nullptr;
  struct kevent wake {};
  EV_SET(&wake, kWakeUp, EVFILT_USER, EV_ADD | EV_CLEAR, 0, 0, nullptr);
  if (!Change(parts->waits, wake)) return nullptr;
  return std::unique_ptr<Waiter>(new Waiter(std::move(parts)));
}

void Waiter::Watch(SocketHandle socket, void* owner) noexcept {
  struct kevent change {};
  EV_SET(&change, static_cast<uintptr_t>(socket), EVFILT_READ, EV_ADD, 0, 0, owner);
  (void)Change(parts_->sockets, change);
}

void Waiter::Unwatch(SocketHandle socket) noexcept {
  struct kevent change {};
  EV_SET(&change, static_cast<uintptr_t>(socket), EVFILT_READ, EV_DELETE, 0, 0, nullptr);
  (void)Change(parts_->sockets, change);
}

bool Waiter::WaitUntil(Instant deadline, For what) noexcept {
  const bool for_sockets = what == For::kDatagram;
  if (for_sockets != parts_->waits_for_sockets) {
    struct kevent change {};
    EV_SET(&change, static_cast<uintptr_t>(parts_->sockets), EVFILT_READ, for_sockets ? EV_ADD : EV_DELETE, 0,
           0, nullptr);
    if (Change(parts_->waits, change)) parts_->waits_for_sockets = for_sockets;
  }
  const Duration left = std::max(deadline - Now(), Duration::zero());
  const auto seconds = std::chrono::floor<std::chrono::seconds>(left);
  const timespec limit{static_cast<time_t>(seconds.count()), static_cast<long>((left - seconds).count())};
  std::array<struct kevent, 2> happened{};
  const int count =
      ::kevent(parts_->waits, nullptr, 0, happened.data(), static_cast<int>(happened.size()), &limit);
  const auto used = std::span(happened).first(static_cast<std::size_t>(std::max(count, 0)));
  return std::ranges::any_of(used, [](const auto& each) { return each.filter == EVFILT_READ; });
}

std::optional<std::span<void* const>> Waiter::TakeReady() noexcept {
  constexpr timespec kAtOnce{};
  const int count =
      ::kevent(parts_->sockets, nullptr, 0, parts_->events.data(), static_cast<int>(kReady), &kAtOnce);
  const auto used = static_cast<std::size_t>(std::max(count, 0));
  for (std::size_t at = 0; at < used; ++at) parts_->ready[at] = parts_->events[at].udata;
  return std::span(parts_->ready).first(used);
}

void Waiter::Wake() noexcept {
  struct kevent change {};
  EV_SET(&change, kWakeUp, EVFILT_USER, 0, NOTE_TRIGGER, 0, nullptr);
  (void)Change(parts_->waits, change);
}

}  // namespace sdkpp::engine
