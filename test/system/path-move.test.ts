import { spawnSync } from "node:child_process";
import { expect, it } from "vitest";

const PROGRAM = new URL("programs/move-address.mjs", import.meta.url).pathname;

/** How to run a program in a network namespace of its own: as root, or as one's own root. */
const namespaces = [
  ["unshare", "--net"],
  ["unshare", "--net", "--map-root-user"],
].find(([command = "", ...args]) => spawnSync(command, [...args, "true"]).status === 0);

// Some containers allow no namespaces; the virtual-time tests of the native core run everywhere.
it.runIf(namespaces !== undefined)(
  "a call goes on within three seconds when the local address is replaced, in the same voice session",
  () => {
    const [command = "", ...args] = namespaces ?? [];
    const ended = spawnSync(command, [...args, process.execPath, PROGRAM], { encoding: "utf8" });
    expect(ended).toMatchObject({ status: 0, stderr: "" });
    const seen = JSON.parse(ended.stdout) as { gaps: number[]; sameSessions: boolean; moves: number[] };
    expect(Math.max(...seen.gaps)).toBeLessThan(3000);
    expect(seen).toMatchObject({ sameSessions: true, moves: [1, 1] });
  },
);
