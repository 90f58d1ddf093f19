// How long a process takes from its start until it says that it is ready: a platform that listens, or Node alone.
import { fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { median } from "./results.mjs";

const STARTS = 5;

/**
 * Starts processes one after the other.
 * @param kind "platform", or "nothing": the floor
 * @param dataDir of the platform; default: in memory
 * @returns the median, ms
 */
export async function startMs(kind, dataDir = "") {
  const all = [];
  for (let at = 0; at < STARTS; at += 1) all.push(await oneStart(kind, dataDir));
  return median(all);
}

async function oneStart(kind, dataDir) {
  const began = performance.now();
  const child = fork(fileURLToPath(import.meta.url), [kind, dataDir], { execArgv: [] });
  await once(child, "message");
  const took = performance.now() - began;
  child.send("stop");
  await once(child, "exit");
  return took;
}

async function startPlatform(dataDir) {
  const platform = await import("@sdkpp/platform");
  return platform.startPlatform(dataDir === "" ? {} : { dataDir });
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [, , kind, dataDir] = process.argv;
  const platform = kind === "platform" ? await startPlatform(dataDir) : undefined;
  process.once("message", () => void Promise.resolve(platform?.stop()).then(() => process.exit()));
  process.send("ready");
}
