#include <pthread.h>
#include <sched.h>
#include <sys/resource.h>
#include <unistd.h>

#include <cerrno>
#include <system_error>

#ifdef __linux__
#include <sys/prctl.h>
#include <sys/syscall.h>
#endif

#include "engine/priority.h"

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

std::string PriorityErrorText(int error) { return std::generic_category().message(error); }

}  // namespace sdkpp::engine
