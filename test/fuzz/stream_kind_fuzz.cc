// Arbitrary bytes as the start of a stream: more bytes never change an answer, and there is one at last.

#include <cstddef>
#include <cstdint>
#include <span>

#include "core/container/stream_kind.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using sdkpp::container::KindOf;
  const std::span start(data, size);
  const auto whole = KindOf(start, true);
  if (!whole || (size >= sdkpp::container::kMostForKind && !KindOf(start, false))) __builtin_trap();
  constexpr std::size_t kMostLooks = 1024;
  for (std::size_t some = 0; some <= size && some <= kMostLooks; ++some) {
    const auto early = KindOf(start.first(some), false);
    if (early && early->name != whole->name) __builtin_trap();
  }
  return 0;
}
