#include "thread/thread.h"

#include <system_error>
#include <utility>

// The only file of ours that is built with exceptions: std::thread has no other way to say that it failed.

namespace sdkpp::thread {

std::optional<Thread> Thread::Start(void (*run)(void*) noexcept, void* context) noexcept {
  try {
    return Thread(std::thread(run, context));
  } catch (const std::system_error&) {
    return std::nullopt;
  }
}

}  // namespace sdkpp::thread
