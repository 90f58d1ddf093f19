import type { Parameters } from "fast-check";

/** `npm run soak -- fuzzing` asks for so long per file, and `npm test` for a number of runs. */
const SECONDS = Number(process.env["SDKPP_FUZZ_SECONDS"] ?? "0");

/**
 * How long a property is tried.
 * @param numRuns in `npm test`
 * @param shares how many properties of the file share its time in the soak
 */
export function forRuns<T>(numRuns: number, shares: number): Parameters<T> {
  if (SECONDS === 0) return { numRuns };
  return {
    numRuns: 1_000_000_000,
    interruptAfterTimeLimit: (SECONDS * 1000) / shares,
    markInterruptAsFailure: false,
  };
}
