// Do lobbies cost anything while nobody uses them? A timer that walks all of them would.
import { setTimeout as pause } from "node:timers/promises";
import { short } from "./support/results.mjs";
import { cpuBetween, startServer } from "./support/servers.mjs";

const SIZES = [1000, 10_000];
const SETTLED_MS = 3000;
const SECONDS = 20;

export const about = {
  title: "10,000 lobbies that nobody uses: the idle platform, of one processor (floor: without lobbies)",
  unit: "%",
  floorRatio: 1.2,
  floorPlus: 0.3,
  also: [{ of: "stallMs", title: "longest stall (ms)", most: 20 }],
  runs: 1,
  needsNoSink: true,
};

async function idle(lobbies) {
  const server = await startServer("lobbies", { lobbies });
  await pause(SETTLED_MS);
  const before = await server.cost();
  await pause(SECONDS * 1000);
  const after = await server.cost();
  await server.stop();
  return { figure: cpuBetween(before, after) / SECONDS / 1e4, stallMs: after.stallMs };
}

export const floor = () => idle(0);

export async function ours() {
  const all = [];
  for (const size of SIZES) all.push(await idle(size));
  const { figure, stallMs } = all.at(-1);
  const points = all.map((each, at) => [SIZES[at], each.figure]);
  return {
    figure,
    stallMs,
    growth: { of: "lobbies", lines: [{ points }] },
    notes: [`longest stall ${short(stallMs)} ms`],
  };
}
