#pragma once

#include <cstdint>

namespace sdkpp::test {

/// Whether this build counts; compilers that cannot trace basic blocks, and builds with sanitizers, do not.
extern const bool kCountsSteps;

/// Counts the steps this thread takes through native/core: every basic block that runs is one. What an input
/// costs can then be bounded without a clock.
///
///     StepCounter steps;
///     buffer.Pull(now, out);
///     EXPECT_LE(steps.count(), kMostSteps);
class StepCounter {
 public:
  StepCounter() noexcept;
  /// Steps since construction; 0 where kCountsSteps is false.
  [[nodiscard]] std::uint64_t count() const noexcept;

 private:
  std::uint64_t start_;
};

}  // namespace sdkpp::test
