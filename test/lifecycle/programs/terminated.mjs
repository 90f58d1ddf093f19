// Workers are terminated again and again while audio callbacks run in them: each time at another moment of a tick.
import { Worker, isMainThread, parentPort, workerData } from "node:worker_threads";
import { startPlatform } from "@sdkpp/platform";
import { toneWav } from "../../support/tone-wav.mjs";
import { enter, factsOf } from "./scene.mjs";

const ROUNDS = Number(process.argv[2] ?? 12);
/** Long enough for the callbacks to fill much of a tick, so that a termination falls into one of them. */
const BUSY_MS = 12;

async function beInWorker() {
  const { client, lobbyId } = await enter(workerData.facts, 1);
  let heard = false;
  const call = client.startCallWithAudioCallbacks(
    lobbyId,
    () => undefined,
    () => {
      if (!heard) parentPort.postMessage("captured");
      heard = true;
      const end = performance.now() + BUSY_MS;
      while (performance.now() < end);
    },
  );
  call.playWav(toneWav(), { loop: true });
}

/** @param {number} waitMs how long after its first block */
async function terminateOne(facts, waitMs) {
  const worker = new Worker(new URL(import.meta.url), { workerData: { facts } });
  await new Promise((resolve, reject) => worker.once("message", resolve).once("error", reject));
  await new Promise((resolve) => setTimeout(resolve, waitMs));
  return worker.terminate();
}

async function main() {
  const platform = await startPlatform();
  const facts = factsOf(platform);
  for (let round = 0; round < ROUNDS; round += 1) await terminateOne(facts, (round * 3) % 20);
  console.log(`${ROUNDS} terminated`);
  await platform.stop();
}

await (isMainThread ? main() : beInWorker());
