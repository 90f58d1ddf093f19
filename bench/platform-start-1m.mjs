// Does a platform start later when its folder is full? From the start of its process until it listens.
import { rmSync } from "node:fs";
import { grown, platformWith, SIZES } from "./support/many-messages.mjs";
import { short } from "./support/results.mjs";
import { startMs } from "./support/start-time.mjs";

export const about = {
  title: "process start to listening, 1,000,000 messages in the folder (floor: an empty Node)",
  unit: "ms",
  absolute: 700,
  also: [{ of: "memoryMs", title: "in memory (ms)", most: 600 }],
  runs: 1,
  needsNoSink: true,
};

async function startWith(messages) {
  const { platform, dataDir } = await platformWith(messages);
  // The upgrade of the folder is over: what follows are starts after an end in order.
  await platform.stop();
  const figure = await startMs("platform", dataDir);
  rmSync(dataDir, { recursive: true });
  return { figure };
}

export async function ours() {
  const floor = await startMs("nothing");
  const memoryMs = await startMs("platform");
  const all = [];
  for (const size of SIZES) all.push(await startWith(size));
  return {
    figure: all.at(-1).figure,
    floor,
    memoryMs,
    growth: grown(all),
    notes: [`in memory ${short(memoryMs)} ms, ${short(memoryMs / floor)} × an empty Node`],
  };
}
