// Players end with their worker, with the process, and one by one, whatever they play.
import { once } from "node:events";
import { isMainThread, parentPort, Worker } from "node:worker_threads";
import { AudioPlayer } from "sdkpp/voice";

const SILENCE = new Uint8Array([0xf8, 0xff, 0xfe]);
const endless = function* () {
  for (;;) yield SILENCE;
};

/** @returns a player that plays for ever, when it does */
async function playing() {
  const player = new AudioPlayer({ whenUnheard: "play" });
  const started = new Promise((resolve) => player.on("started", resolve));
  player.play({ type: "opus", packets: endless() });
  await started;
  return player;
}

if (isMainThread) {
  const worker = new Worker(new URL(import.meta.url));
  await once(worker, "message");
  console.log(`terminated ${await worker.terminate()}`);
  for (let count = 0; count < 300; count += 1) {
    const player = new AudioPlayer();
    player.queue({ type: "opus", packets: [SILENCE] });
    if (count % 2 === 0) player.close();
  }
  console.log((await playing()).status);
  process.exit(); // what feeds an endless source would go on
} else {
  await playing();
  parentPort.postMessage("playing");
  setInterval(() => undefined, 1000);
}
