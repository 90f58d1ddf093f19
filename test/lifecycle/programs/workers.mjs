// A player in a worker thread is terminated in mid-call; the main thread's player goes on. Then two workers load the
// addon at once and call each other.
import { Worker, isMainThread, parentPort, workerData } from "node:worker_threads";
import * as sdk from "sdkpp";
import { startPlatform } from "@sdkpp/platform";
import { toneWav } from "../../support/tone-wav.mjs";
import { enter, factsOf, until } from "./scene.mjs";

async function beInWorker() {
  const { client, lobbyId } = await enter(workerData.facts, workerData.index);
  let blocks = 0;
  const call = client.startCallWithAudioCallbacks(
    lobbyId,
    () => {
      blocks += 1;
      if (blocks === 20) parentPort.postMessage("heard");
    },
    () => undefined,
  );
  call.playWav(toneWav(), { loop: true });
  const leave = async () => {
    await client.endCalls();
    client.destroy();
  };
  parentPort.once("message", () => void leave());
}

function start(facts, index) {
  const worker = new Worker(new URL(import.meta.url), { workerData: { facts, index } });
  const heard = new Promise((resolve, reject) => {
    worker.once("message", resolve);
    worker.once("error", reject);
  });
  const ended = new Promise((resolve) => worker.once("exit", resolve));
  return { worker, heard, ended };
}

async function main() {
  const platform = await startPlatform();
  const facts = factsOf(platform);
  const main = await enter(facts, 0);
  let blocks = 0;
  const call = main.client.startCallWithAudioCallbacks(
    main.lobbyId,
    () => void (blocks += 1),
    () => undefined,
  );
  call.playWav(toneWav(), { loop: true });

  const doomed = start(facts, 1);
  await doomed.heard;
  await until("the worker to be heard", () => blocks > 20);
  console.log(`terminated ${await doomed.worker.terminate()}`);
  const sent = call.getStats().packetsSent;
  await until("the main thread to speak on", () => call.getStats().packetsSent > sent + 25);
  const next = start(facts, 1);
  await next.heard;
  console.log(`the next worker heard, ${sdk.Call.statusToString(call.getStatus())}`);
  main.client.destroy();

  const other = start(factsOf(platform), 0);
  await other.heard;
  next.worker.postMessage("end");
  other.worker.postMessage("end");
  console.log(`both workers ended ${await next.ended} ${await other.ended}`);
  await platform.stop();
}

await (isMainThread ? main() : beInWorker());
