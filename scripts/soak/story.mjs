// A story of 300 gateway messages, once per kind of fault with the connection cut after every one of them. The test that
// plays it is the one of `npm test`, asked for all cuts.
import { spawnSync } from "node:child_process";
import path from "node:path";
import { fileURLToPath } from "node:url";

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), "../..");
const TEST = "test/e2e/faults/social-story.test.ts";
const POINTS = 300;

export function soakStory() {
  const env = { ...process.env, NO_COLOR: "1", SDKPP_STORY_POINTS: String(POINTS) };
  const vitest = path.join(root, "node_modules/vitest/vitest.mjs");
  const args = [vitest, "run", "--reporter=verbose", TEST];
  const run = spawnSync(process.execPath, args, { cwd: root, env, encoding: "utf8" });
  process.stdout.write(run.stdout);
  process.stderr.write(run.stderr);
  const kinds = [...run.stdout.matchAll(/ ([✓×]) .* > ([^>]*): nothing is lost or duplicated/g)];
  return {
    title: "A story cut after every message",
    rows: kinds.map(([, mark, kind]) => [
      kind,
      `${POINTS} cuts: ${mark === "✓" ? "nothing lost or duplicated" : "see the output"}`,
    ]),
    checks: [
      ...kinds.map(([, mark, kind]) => ({ name: kind, isGood: mark === "✓" })),
      { name: "the tests", isGood: run.status === 0 && kinds.length > 0 },
    ],
  };
}
