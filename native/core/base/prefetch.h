#pragma once

#include <cstddef>

namespace sdkpp {

/// Asks the processor for the cache lines of `bytes` at `address`, and does not wait for them. For null it
/// asks for nothing.
inline void PrefetchLines([[maybe_unused]] const void* address, [[maybe_unused]] std::size_t bytes) noexcept {
#if defined(__GNUC__)
  // GCC takes a function that only prefetches for one without effect, and drops the calls of it
  asm volatile("");
  if (address == nullptr) return;
  constexpr std::size_t kLine = 64;
  const auto* at = static_cast<const char*>(address);
  for (std::size_t done = 0; done < bytes; done += kLine) __builtin_prefetch(at + done);
#endif
}

/// How far away something is in a row that is gone through. With each step what is behind one more pointer
/// can be asked for.
enum class Ahead { kFar, kNear, kNext };

/// Position `at` of a row of `size` is next: calls `ask(position, ahead)` for those that come soon, the
/// farthest first.
template <class Ask>
void PrefetchAhead(std::size_t at, std::size_t size, const Ask& ask) noexcept {
  if (at + 6 < size) ask(at + 6, Ahead::kFar);
  if (at + 4 < size) ask(at + 4, Ahead::kNear);
  if (at + 2 < size) ask(at + 2, Ahead::kNext);
}

}  // namespace sdkpp
