// Changes a call's input more often in one turn of the event loop than events fit into their ring, lets the last input
// play to its end meanwhile, and writes to it afterwards.
import { callOfTwo, until } from "./scene.mjs";

const { platform, ada, ben, speaking } = await callOfTwo();
const samples = new Int16Array(1920);
for (let round = 0; round < 2; round += 1) {
  for (let at = 0; at < 800; at += 1) speaking.openPcmInput(48_000, 2);
  speaking.pushPcm(samples);
  speaking.endInput();
  // The media thread works on while this thread stands still.
  const end = performance.now() + 200;
  while (performance.now() < end);
  for (let at = 0; at < 200; at += 1) speaking.pushPcm(samples);
  await new Promise((resolve) => setImmediate(resolve));
}
let hasEnded = false;
speaking.on("inputEnded", () => (hasEnded = true));
speaking.openPcmInput(48_000, 2);
speaking.pushPcm(samples);
speaking.endInput();
await until("the last input to end", () => hasEnded);
console.log("alive");
for (const { client } of [ada, ben]) client.destroy();
await platform.stop();
