// Garbage at every door of the platform, in many times what the tests throw, and 10,000 clients that come and go.
import { spawnSync } from "node:child_process";
import path from "node:path";
import { fileURLToPath } from "node:url";

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), "../..");
/** Of one test in the short form, with room for a busy machine. */
const SHORT_MS = 30_000;

export function soakGarbage({ garbageFactor, seed }) {
  const vitest = path.join(root, "node_modules/vitest/vitest.mjs");
  const started = Date.now();
  const done = spawnSync(
    process.execPath,
    [vitest, "run", "test/e2e/garbage", `--testTimeout=${SHORT_MS * garbageFactor}`],
    {
      cwd: root,
      stdio: "inherit",
      env: { ...process.env, SDKPP_GARBAGE_FACTOR: String(garbageFactor), SDKPP_GARBAGE_SEED: String(seed) },
    },
  );
  const isGood = done.status === 0;
  return {
    title: "Garbage at the platform's doors",
    rows: [
      ["inputs", `${garbageFactor} × 10,000`],
      ["seed", String(seed)],
      ["minutes", ((Date.now() - started) / 60_000).toFixed(1)],
      ["alive, and memory given back", isGood ? "yes" : "NO"],
    ],
    passed: isGood ? 1 : 0,
    failed: isGood ? 0 : 1,
  };
}
