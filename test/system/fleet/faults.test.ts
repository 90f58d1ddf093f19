// Faults of a fleet, seeded, while several calls play: SDKPP_FLEET_FAULTS says how often each happens, in `npm run soak -- fleet`.
import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { quantiles } from "../../e2e/moves/support-heard.js";
import { seeded } from "../../support/seeded.js";
import { waitFor } from "../../support/wait-for.js";
import { FaultyFleet } from "./faulty-fleet.js";

const ROUNDS = Number(process.env["SDKPP_FLEET_FAULTS"] ?? 0);
const SEED = Number(process.env["SDKPP_FLEET_SEED"] ?? 39);
const CALLS = 6;
/** So many packets are proof that somebody is heard. */
const PACKETS = 25;
/** A lease, and what a takeover takes on a busy machine. */
const BACK_MS = 20_000;

/** What happens, and what ends it. */
const FAULTS: Record<string, (fleet: FaultyFleet, worker: string) => Promise<void>> = {
  "worker cut from NATS": async (fleet, worker) => {
    fleet.way(worker).cut();
    await fleet.movesFrom(worker);
    fleet.way(worker).mend();
    await fleet.returns(worker);
  },
  "worker killed": async (fleet, worker) => {
    fleet.process(worker).signal("SIGKILL");
    await fleet.movesFrom(worker);
    await fleet.startAnew(worker);
  },
  "voice process crashed": async (fleet, worker) => {
    process.kill(childOf(fleet.process(worker).child.pid!), "SIGSEGV");
    await fleet.movesFrom(worker);
    await fleet.returns(worker);
  },
  "worker stopped and woken": async (fleet, worker) => {
    const both = [fleet.process(worker).child.pid!, childOf(fleet.process(worker).child.pid!)];
    for (const pid of both) process.kill(pid, "SIGSTOP");
    await fleet.movesFrom(worker);
    for (const pid of both) process.kill(pid, "SIGCONT");
    await fleet.returns(worker);
  },
  "worker drained": async (fleet, worker) => {
    await fleet.drain(worker);
    await fleet.movesFrom(worker);
    await fleet.startAnew(worker);
  },
  "NATS started anew": async (fleet) => {
    await fleet.nats.kill();
    await fleet.nats.start();
  },
  "NATS away": async (fleet, worker) => {
    fleet.nats.pause();
    await waitFor("leases to end", () => fleet.process(worker).errors.join("").includes("exit code 3"));
    fleet.nats.resume();
    await fleet.returns(worker);
  },
};

it("every call is heard again behind every fault, by one owner", { timeout: 3_600_000 }, async () => {
  const random = seeded(SEED);
  const fleet = await FaultyFleet.open(CALLS, ["one", "two", "three"]);
  const silences = new Map<string, number[]>();
  // each of the others has a test of its own
  const names = ROUNDS > 0 ? Object.keys(FAULTS) : ["worker cut from NATS"];
  try {
    for (let round = 0; round < Math.max(1, ROUNDS); round += 1)
      for (const name of names) {
        const worker = fleet.busiest(random);
        const from = fleet.heard.map(({ count }) => count);
        await FAULTS[name]!(fleet, worker);
        await fleet.allHear(PACKETS, BACK_MS);
        const gaps = fleet.heard.map((one, at) => one.longestSilence(from[at]!).gapMs);
        silences.set(name, [...(silences.get(name) ?? []), Math.max(...gaps)]);
      }
    for (const [name, gaps] of silences) console.log(`silence, ${name}: ${quantiles(gaps)} ms`);
    console.log(`faults: ${String(names.length * Math.max(1, ROUNDS))} of ${String(CALLS)} calls`);
    // an owner that wakes ends when its timer does: a packet of its media thread may leave before
    for (const { outOfOrder } of fleet.heard) expect(outOfOrder).toBeLessThanOrEqual(ROUNDS);
    expect(fleet.warnings).toEqual([]);
    expect(fleet.leaves).toBe(0);
  } finally {
    await fleet.close();
  }
});

/** The voice process of a worker. */
function childOf(pid: number): number {
  const text = readFileSync(`/proc/${String(pid)}/task/${String(pid)}/children`, "utf8");
  return Number(text.trim().split(" ")[0]);
}
