#pragma once

#include <cstddef>
#include <optional>

namespace sdkpp::engine {

/// One media thread among all of this process, whatever instance it belongs to: workers share the processors.
class ThreadShare {
 public:
  /// An instance always has one thread.
  [[nodiscard]] static ThreadShare OfFirst() noexcept;
  /// Of a further one; nothing when the process has `limit` threads already.
  [[nodiscard]] static std::optional<ThreadShare> OfFurther(std::size_t limit) noexcept;

  ThreadShare(ThreadShare&& from) noexcept;
  ThreadShare& operator=(ThreadShare&&) = delete;
  ~ThreadShare();

 private:
  ThreadShare() = default;
  bool is_held_ = true;
};

}  // namespace sdkpp::engine
