// 1,000 native sessions come and go; prints how the memory grew after the first ones. Run with --expose-gc.
import { loadAddon } from "../../../dist/native/index.js";

const addon = loadAddon();
const WARM_UP = 200;
const ROUNDS = 1000;

function live(at) {
  const session = addon.createVoiceSession({
    userId: BigInt(at + 1),
    seed: new Uint8Array(32).fill(at & 0xff),
    preferredMode: "",
    recovery: "full",
    admission: "usual",
    start: "running",
    onWake: () => undefined,
  });
  session.setAudioCallbacks(
    () => undefined,
    () => undefined,
  );
  session.openPcmInput(48_000, 2);
  session.writePcm(new Int16Array(1920));
  session.join(performance.now());
  while (session.poll(performance.now()) !== undefined);
  // Half of them are left to the collector.
  if (at % 2 !== 0) return;
  session.close();
  session.close();
}

async function settle() {
  for (let turn = 0; turn < 5; turn += 1) {
    globalThis.gc();
    await new Promise((resolve) => setImmediate(resolve));
  }
}

for (let at = 0; at < WARM_UP; at += 1) {
  live(at);
  if (at % 20 === 0) await settle();
}
await settle();
const before = process.memoryUsage().rss;
for (let at = 0; at < ROUNDS; at += 1) {
  live(at);
  if (at % 20 === 0) await settle();
}
/** Time in which the media thread gives everything back, however busy the machine is. */
const GIVEN_BACK_MS = 5000;
const ENOUGH_KIB = 4 * 1024;
const grownKiB = () => (process.memoryUsage().rss - before) / 1024;
const end = performance.now() + GIVEN_BACK_MS;
do await settle();
while (grownKiB() > ENOUGH_KIB && performance.now() < end);
console.log(JSON.stringify({ grownKiB: grownKiB(), live: addon.liveCounts().sessions }));
