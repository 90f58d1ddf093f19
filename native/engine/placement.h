#pragma once

#include <cstdint>
#include <string>

namespace sdkpp::engine {

/// Asks for realtime scheduling and exact timers for the calling thread; without permission nothing changes.
/// True when realtime scheduling was granted.
bool BecomeRealtime() noexcept;

/// Gives the calling thread a priority in the system's own numbers, in place of realtime scheduling: a nice
/// value on Linux (-20 to 19), what SetThreadPriority takes on Windows, that of SCHED_OTHER elsewhere. 0, or
/// the system's error number; the thread is then as it was.
[[nodiscard]] int TakePriority(int priority) noexcept;

/// Binds the calling thread to the processors whose bits are set in `mask`, of the first 64. 0, or the
/// system's error number; the thread is then as it was. macOS binds no threads.
[[nodiscard]] int TakeProcessors(std::uint64_t mask) noexcept;

/// The system's words for an error number of these.
[[nodiscard]] std::string PlacementErrorText(int error);

}  // namespace sdkpp::engine
