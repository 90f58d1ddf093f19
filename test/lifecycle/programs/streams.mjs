// Streams of bytes end with their worker, with the process, and one by one, while they are decoded.
import { once } from "node:events";
import { isMainThread, parentPort, Worker } from "node:worker_threads";
import { loadAddon } from "../../../dist/native/index.js";

const HEAD = Buffer.from(
  "RIFF\xff\xff\xff\xffWAVEfmt \x10\0\0\0\x01\0\x02\0\x80\xbb\0\0\0\xee\x02\0\x04\0\x10\0data\xff\xff\xff\xff",
  "latin1",
);
const SILENCE = new Uint8Array(65_536);

function openPlayer(onWake = () => undefined) {
  const encoder = { bitrate: 64_000, complexity: 0, signal: "music" };
  const player = loadAddon().createPlayer({ ...encoder, whenUnheard: "play", crossFadeMs: 0, onWake });
  player.openStream(1, "now", 0);
  player.writeBytes(1, HEAD);
  player.writeBytes(1, SILENCE);
  return player;
}

/** A player that plays for ever, when it does. */
async function playing() {
  let player;
  await new Promise((resolve) => {
    player = openPlayer(resolve);
    setInterval(() => player.writeBytes(1, SILENCE), 50);
  });
  return player;
}

if (isMainThread) {
  const worker = new Worker(new URL(import.meta.url));
  await once(worker, "message");
  console.log(`terminated ${await worker.terminate()}`);
  for (let count = 0; count < 300; count += 1) {
    const player = openPlayer();
    if (count % 3 === 0) player.finishTrack(1);
    if (count % 2 === 0) player.close();
    else player.skip(1);
  }
  console.log((await playing()).poll().type);
  process.exit(); // the timer of its bytes would go on
} else {
  await playing();
  parentPort.postMessage("playing");
}
