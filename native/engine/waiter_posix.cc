#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <sched.h>
#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <ctime>
#include <system_error>
#include <utility>

#ifdef __linux__
#include <sys/prctl.h>
#include <sys/syscall.h>
#endif

#include "engine/waiter.h"

namespace sdkpp::engine {

namespace {

/// Close-on-exec and non-blocking in one call where the system has it: a process forked in between would keep
/// both ends.
bool OpenPipe(std::array<int, 2>& pipe) noexcept {
#ifdef __linux__
  return ::pipe2(pipe.data(), O_CLOEXEC | O_NONBLOCK) == 0;
#else
  if (::pipe(pipe.data()) != 0) return false;
  for (const int end : pipe) {
    (void)fcntl(end, F_SETFL, O_NONBLOCK);
    (void)fcntl(end, F_SETFD, FD_CLOEXEC);
  }
  return true;
#endif
}

}  // namespace

struct Waiter::Parts {
  std::array<int, 2> pipe{-1, -1};
  std::array<pollfd, kMaxSockets + 1> polled{};
};

Waiter::Waiter(std::unique_ptr<Parts> parts) noexcept : parts_(std::move(parts)) {}

Waiter::~Waiter() {
  for (const int end : parts_->pipe) ::close(end);
}

std::unique_ptr<Waiter> Waiter::Create() {
  auto parts = std::make_unique<Parts>();
  if (!OpenPipe(parts->pipe)) return nullptr;
  return std::unique_ptr<Waiter>(new Waiter(std::move(parts)));
}

bool Waiter::WaitUntil(Instant deadline, std::span<const SocketHandle> sockets) noexcept {
  const std::size_t count = std::min(sockets.size(), kMaxSockets);
  parts_->polled[0] = {parts_->pipe[0], POLLIN, 0};
  for (std::size_t at = 0; at < count; ++at) parts_->polled[at + 1] = {sockets[at], POLLIN, 0};
  const Duration left = std::max(deadline - Now(), Duration::zero());
#ifdef __linux__
  const auto seconds = std::chrono::floor<std::chrono::seconds>(left);
  const timespec limit{seconds.count(), (left - seconds).count()};
  int ready = ::ppoll(parts_->polled.data(), count + 1, &limit, nullptr);
#else
  const auto ms = std::chrono::ceil<std::chrono::milliseconds>(left).count();
  int ready = ::poll(parts_->polled.data(), static_cast<nfds_t>(count + 1), static_cast<int>(ms));
#endif
  if (ready > 0 && parts_->polled[0].revents != 0) {
    --ready;
    std::array<char, 64> drained;
    while (::read(parts_->pipe[0], drained.data(), drained.size()) > 0) {
    }
  }
  return ready > 0;
}

bool Waiter::IsReadable(std::size_t at) const noexcept { return parts_->polled[at + 1].revents != 0; }

void Waiter::Wake() noexcept {
  const char byte = 1;
  // a full pipe already wakes
  [[maybe_unused]] const auto written = ::write(parts_->pipe[1], &byte, 1);
}

Instant Now() noexcept {
  return Instant(std::chrono::duration_cast<Duration>(std::chrono::steady_clock::now().time_since_epoch()));
}

#if defined(CLOCK_BOOTTIME) || defined(CLOCK_UPTIME_RAW)
namespace {
Duration Read(clockid_t clock) noexcept {
  timespec time{};
  (void)clock_gettime(clock, &time);
  return std::chrono::seconds(time.tv_sec) + std::chrono::nanoseconds(time.tv_nsec);
}
}  // namespace
#endif

Duration TimeAsleep() noexcept {
#if defined(CLOCK_BOOTTIME)
  return Read(CLOCK_BOOTTIME) - Read(CLOCK_MONOTONIC);
#elif defined(CLOCK_UPTIME_RAW)
  return Read(CLOCK_MONOTONIC) - Read(CLOCK_UPTIME_RAW);
#else
  return Duration::zero();
#endif
}

bool BecomeRealtime() noexcept {
#ifdef __linux__
  (void)prctl(PR_SET_TIMERSLACK, 1UL);
  (void)prctl(PR_SET_NAME, "sdkpp-media");
#endif
  sched_param parameters{};
  parameters.sched_priority = sched_get_priority_min(SCHED_RR) + 1;
  if (pthread_setschedparam(pthread_self(), SCHED_RR, &parameters) == 0) return true;
#ifdef __linux__
  (void)setpriority(PRIO_PROCESS, static_cast<id_t>(syscall(SYS_gettid)), -11);
#endif
  return false;
}

int TakePriority(int priority) noexcept {
  sched_param parameters{};  // NOLINT(misc-const-correctness): assigned to where there are no nice values
#ifdef __linux__
  // the nice value first: when that fails nothing has changed
  if (setpriority(PRIO_PROCESS, static_cast<id_t>(syscall(SYS_gettid)), priority) != 0) return errno;
#else
  parameters.sched_priority = priority;
#endif
  return pthread_setschedparam(pthread_self(), SCHED_OTHER, &parameters);
}

std::string PriorityErrorText(int error) { return std::generic_category().message(error); }

}  // namespace sdkpp::engine
