#include "engine/thread_share.h"

#include <atomic>
#include <utility>

namespace sdkpp::engine {

namespace {
/// Media threads of this process.
std::atomic<std::size_t> g_threads{0};
}  // namespace

ThreadShare ThreadShare::OfFirst() noexcept {
  g_threads.fetch_add(1, std::memory_order_relaxed);
  return {};
}

std::optional<ThreadShare> ThreadShare::OfFurther(std::size_t limit) noexcept {
  std::size_t threads = g_threads.load(std::memory_order_relaxed);
  do {
    if (threads >= limit) return std::nullopt;
  } while (!g_threads.compare_exchange_weak(threads, threads + 1, std::memory_order_relaxed));
  return ThreadShare();
}

ThreadShare::ThreadShare(ThreadShare&& from) noexcept : is_held_(std::exchange(from.is_held_, false)) {}

ThreadShare::~ThreadShare() {
  if (is_held_) g_threads.fetch_sub(1, std::memory_order_relaxed);
}

}  // namespace sdkpp::engine
