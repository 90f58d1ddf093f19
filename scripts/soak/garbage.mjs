// Garbage at every door of the platform, in many times what the tests throw, and 10,000 clients that come and go.
import { runTests, verdict } from "./run-tests.mjs";

/** Of one test in the short form, with room for a busy machine. */
const SHORT_MS = 30_000;

export function soakGarbage({ garbageFactor, seed }) {
  const started = Date.now();
  const isGood = runTests(["test/e2e/garbage", `--testTimeout=${SHORT_MS * garbageFactor}`], {
    SDKPP_GARBAGE_FACTOR: garbageFactor,
    SDKPP_GARBAGE_SEED: seed,
  });
  const rows = [
    ["inputs", `${garbageFactor} × 11,000`],
    ["seed", String(seed)],
    ["minutes", ((Date.now() - started) / 60_000).toFixed(1)],
    ["alive, and memory given back", isGood ? "yes" : "NO"],
  ];
  return verdict("Garbage at the platform's doors", rows, isGood);
}
