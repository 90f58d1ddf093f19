import { spawnSync } from "node:child_process";
import { startPlatform } from "@sdkpp/platform";
import { Call } from "sdkpp";
import { expect, it } from "vitest";
import { Victim } from "../e2e/hostile/support-hostile-platform.js";
import { waitFor } from "../support/wait-for.js";

const PROGRAM = new URL("programs/move-address.mjs", import.meta.url).pathname;

/** How to run a program in a network namespace of its own: as root, or as one's own root. */
const namespaces = [
  ["unshare", "--net"],
  ["unshare", "--net", "--map-root-user"],
].find(([command = "", ...args]) => spawnSync(command, [...args, "true"]).status === 0);

interface Seen {
  /** until each player heard the other over the new address, ms */
  readonly gaps: readonly number[];
  readonly sameSessions: boolean;
  readonly moves: readonly number[];
}

function moveAddress(): Seen {
  const [command = "", ...args] = namespaces ?? [];
  const ended = spawnSync(command, [...args, process.execPath, PROGRAM], { encoding: "utf8" });
  expect(ended).toMatchObject({ status: 0, stderr: "" });
  return JSON.parse(ended.stdout) as Seen;
}

// Some containers forbid namespaces; the virtual-time tests of the native core run everywhere.
it.runIf(namespaces !== undefined)(
  "a call continues within three seconds when the local address is replaced, in the same voice session",
  () => {
    const seen = moveAddress();
    expect(Math.max(...seen.gaps)).toBeLessThan(3000);
    expect(seen).toMatchObject({ sameSessions: true, moves: [1, 1] });
  },
);

/** Two unanswered pings, ten seconds for other sockets, then op 1; on a busy machine. */
const RENUMBERED_LIMIT_MS = 60_000;

it("a call continues in the same voice session when a router renumbers it and the service follows only op 1", async () => {
  const platform = await startPlatform();
  const { control } = platform;
  await control.voice.setLatching(false);
  const victim = await Victim.meet(platform, "renumbered");
  const numbers = async () => (await control.voice.stats()).sessions.map(({ ssrc }) => ssrc);
  try {
    const before = await numbers();
    // A path whose pings were never answered is not suspected for silence.
    await waitFor("an answered ping", () => victim.call.getStats().roundTripMs > 0);
    await victim.bad.renumber();
    await waitFor("silence", () => victim.call.getStatus() === Call.Status.Reconnecting, RENUMBERED_LIMIT_MS);
    const { true: heard } = victim.heard;
    await waitFor("sound again", () => victim.heard.true > heard + 50, RENUMBERED_LIMIT_MS);
    expect(await numbers()).toEqual(before);
    expect(victim.call.getStats().pathMoves).toBe(1);
    expect(victim.call.getStatus()).toBe(Call.Status.Connected);
  } finally {
    victim.end();
    await platform.stop();
  }
});
