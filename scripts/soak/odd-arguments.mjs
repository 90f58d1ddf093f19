// Odd arguments for every member of the addon, two odd ones at a time: the test of `npm test`, asked for more.
import { runTests, verdict } from "./run-tests.mjs";

const LIMIT_MS = 600_000;

/** @returns rows of the report, and its checks */
export function soakOddArguments() {
  const args = ["test/lifecycle/odd-arguments.test.ts", `--testTimeout=${LIMIT_MS}`];
  const isGood = runTests(args, { SDKPP_ODD_PAIRS: 1, SDKPP_ODD_LIMIT_MS: LIMIT_MS });
  const rows = [
    ["arguments", "each odd value in each place, and each pair of them in two places"],
    ["process alive, every rejection names its argument", isGood ? "yes" : "NO"],
  ];
  return verdict("Odd arguments", rows, isGood);
}
