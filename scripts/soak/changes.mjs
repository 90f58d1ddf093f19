// A channel of our clients in which somebody comes or goes a thousand times: the test of `npm test`, asked for more.
import { spawnSync } from "node:child_process";
import path from "node:path";
import { fileURLToPath } from "node:url";

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), "../..");
const VITEST = path.join(root, "node_modules/vitest/vitest.mjs");
const TEST = "test/e2e/encryption/no-loss.test.ts";

/** @returns rows of the report, and how many checks passed and failed */
export function soakChanges({ isShort }) {
  const changes = isShort ? 200 : 1000;
  const { status } = spawnSync(process.execPath, [VITEST, "run", TEST], {
    cwd: root,
    stdio: "inherit",
    env: { ...process.env, SDKPP_NO_LOSS_CHANGES: String(changes) },
  });
  const isGood = status === 0;
  return {
    title: "Changes of members",
    rows: [
      ["changes while two members speak to each other", String(changes)],
      ["frames lost or withheld", isGood ? "0" : "some"],
    ],
    passed: isGood ? 1 : 0,
    failed: isGood ? 0 : 1,
  };
}
