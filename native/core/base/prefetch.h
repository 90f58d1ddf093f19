#pragma once

#include <cstddef>

namespace sdkpp {

/// Asks the processor for the cache lines of `bytes` at `address`. It does not wait for them, and any address
/// will do.
inline void PrefetchLines([[maybe_unused]] const void* address, [[maybe_unused]] std::size_t bytes) noexcept {
#if defined(__GNUC__)
  // GCC takes a function that only prefetches for one without effect, and drops the calls of it
  asm volatile("");
  constexpr std::size_t kLine = 64;
  const auto* at = static_cast<const char*>(address);
  for (std::size_t done = 0; done < bytes; done += kLine) __builtin_prefetch(at + done);
#endif
}

/// How far away the tick of a session is. With each step what is behind one more pointer can be asked for.
enum class Ahead { kFar, kNear, kNext };

}  // namespace sdkpp
