// Does a platform start later when its folder is full? From the start of its process until it listens.
import { rmSync } from "node:fs";
import { platformWith } from "./support/many-messages.mjs";
import { short } from "./support/results.mjs";
import { startMs } from "./support/start-time.mjs";

const MESSAGES = 1_000_000;

export const about = {
  title: "process start to listening, 1,000,000 messages in the folder (floor: an empty Node)",
  unit: "ms",
  absolute: 700,
  also: [{ of: "memoryMs", title: "in memory (ms)", most: 600 }],
  runs: 1,
  needsNoSink: true,
};

export async function ours() {
  const { platform, dataDir } = await platformWith(MESSAGES);
  // The upgrade of the folder is over: what follows are starts after an end in order.
  await platform.stop();
  const floor = await startMs("nothing");
  const memoryMs = await startMs("platform");
  const figure = await startMs("platform", dataDir);
  rmSync(dataDir, { recursive: true });
  return {
    figure,
    floor,
    memoryMs,
    notes: [`in memory ${short(memoryMs)} ms, ${short(memoryMs / floor)} × an empty Node`],
  };
}
