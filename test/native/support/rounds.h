#pragma once

namespace sdkpp::test {

/**
 * How often a test repeats itself with other random numbers: under a sanitizer a quarter of `rounds`, since
 * that looks for faults of memory, which the first rounds reach, and is up to ten times slower.
 */
constexpr int Rounds(int rounds) {
#ifdef SDKPP_SANITIZED
  return (rounds + 3) / 4;
#else
  return rounds;
#endif
}

}  // namespace sdkpp::test
