#include "support/step_counter.h"

namespace {
thread_local std::uint64_t steps = 0;
}  // namespace

#ifdef SDKPP_COUNTS_STEPS
/// Callback of -fsanitize-coverage=trace-pc at the start of every basic block.
extern "C" void __sanitizer_cov_trace_pc() { ++steps; }  // NOLINT(bugprone-reserved-identifier)
#endif

namespace sdkpp::test {

#ifdef SDKPP_COUNTS_STEPS
const bool kCountsSteps = true;
#else
const bool kCountsSteps = false;
#endif

StepCounter::StepCounter() noexcept : start_(steps) {}

std::uint64_t StepCounter::count() const noexcept { return steps - start_; }

}  // namespace sdkpp::test
