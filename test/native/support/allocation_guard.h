#pragma once

#include <cstdint>

namespace sdkpp::test {

/// Whether a guard sees what BoringSSL allocates.
extern const bool kSeesBoringSsl;

/// Counts what this thread allocates with `new` and, on Linux, what BoringSSL allocates for it; other
/// `malloc` is not seen. In builds with sanitizers the count stays 0.
///
///     AllocationGuard guard;
///     speaker->Pull(now, out);
///     EXPECT_EQ(guard.count(), 0U);
class AllocationGuard {
 public:
  AllocationGuard() noexcept;
  /// Allocations and releases since construction.
  [[nodiscard]] std::uint64_t count() const noexcept;

 private:
  std::uint64_t start_;
};

}  // namespace sdkpp::test
