// avrt.h must come after windows.h
// clang-format off
#include <windows.h>
#include <avrt.h>
// clang-format on

#include <system_error>

#include "engine/placement.h"

namespace sdkpp::engine {

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

int TakeProcessors(std::uint64_t mask) noexcept {
  const auto processors = static_cast<DWORD_PTR>(mask);
  if (processors != mask) return ERROR_INVALID_PARAMETER;
  return SetThreadAffinityMask(GetCurrentThread(), processors) != 0 ? 0 : static_cast<int>(GetLastError());
}

std::string PlacementErrorText(int error) { return std::system_category().message(error); }

}  // namespace sdkpp::engine
