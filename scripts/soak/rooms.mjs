// Encrypted rooms of our client and an independent one, in virtual time: ten thousand changes of members. The test that
// runs them is the one of `npm test`, asked for more.
import { spawnSync } from "node:child_process";
import path from "node:path";
import { fileURLToPath } from "node:url";

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), "../..");
const TEST = "test/unit/call/encrypted-rooms.test.ts";

export function soakRooms({ epochs, seed }) {
  const env = {
    ...process.env,
    NO_COLOR: "1",
    SDKPP_ROOM_EPOCHS: String(epochs),
    SDKPP_ROOM_SEED: String(seed),
  };
  const vitest = path.join(root, "node_modules/vitest/vitest.mjs");
  const run = spawnSync(process.execPath, [vitest, "run", TEST], { cwd: root, env, encoding: "utf8" });
  process.stdout.write(run.stdout);
  process.stderr.write(run.stderr);
  const kinds = [...run.stdout.matchAll(/^(.*): (\d+) epochs, met (\d+) times$/gm)];
  const isGood = run.status === 0 && kinds.length > 0;
  return {
    title: "Encrypted rooms",
    rows: [
      ["first seed", String(seed)],
      ...kinds.map(([, kind, count, met]) => [
        kind,
        `${count} epochs; all in one epoch, each hears each: ${met} times`,
      ]),
      ["op 31, exceptions, members that did not understand another", isGood ? "none" : "see the output"],
    ],
    checks: [...kinds.map(([, kind]) => ({ name: kind, isGood })), { name: "the tests", isGood }],
  };
}
