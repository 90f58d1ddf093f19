#include <pthread.h>
#include <sched.h>
#include <sys/resource.h>
#include <unistd.h>

#include <cerrno>
#include <cstddef>
#include <system_error>

#ifdef __linux__
#include <sys/prctl.h>
#include <sys/syscall.h>
#endif

#include "engine/placement.h"

namespace sdkpp::engine {

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

#ifdef __linux__
int TakeProcessors(std::uint64_t mask) noexcept {
  cpu_set_t processors;
  CPU_ZERO(&processors);
  for (std::size_t at = 0; at < 64; ++at) {
    if ((mask >> at & 1) != 0) CPU_SET(at, &processors);
  }
  // 0: the calling thread
  return sched_setaffinity(0, sizeof(processors), &processors) == 0 ? 0 : errno;
}
#else
int TakeProcessors(std::uint64_t) noexcept { return ENOTSUP; }
#endif

std::string PlacementErrorText(int error) { return std::generic_category().message(error); }

}  // namespace sdkpp::engine
