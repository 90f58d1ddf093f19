// Workers that load the addon and call are terminated, each at another moment of a tick, while a callback runs.
import { isMainThread, parentPort, Worker, workerData } from "node:worker_threads";
import { enter, readFacts, sendSilence, writeTone } from "./scene.mjs";

const ROUNDS = Number(process.argv[3] ?? 12);

async function beInWorker() {
  const { client, lobbyId } = await enter(workerData.facts, 1);
  let isFirst = true;
  const call = client.startCallWithAudioCallbacks(
    lobbyId,
    () => undefined,
    (samples) => {
      if (isFirst) parentPort?.postMessage("captured");
      isFirst = false;
      writeTone(samples);
    },
  );
  sendSilence(call);
}

async function terminateOne(facts, waitMs) {
  const worker = new Worker(new URL(import.meta.url), { workerData: { facts } });
  await new Promise((resolve, reject) => worker.once("message", resolve).once("error", reject));
  await new Promise((resolve) => setTimeout(resolve, waitMs));
  await worker.terminate();
}

async function main() {
  const facts = readFacts(process.argv[2]);
  for (let round = 0; round < ROUNDS; round += 1) await terminateOne(facts, (round * 3) % 20);
  console.log("workers ok");
}

await (isMainThread ? main() : beInWorker());
