// 1,000 native sessions come and go, again when memory grew; prints how much it grew at least. Run with --expose-gc.
import { loadAddon } from "../../../dist/native/index.js";

const addon = loadAddon();
const WARM_UP = 200;
const ROUNDS = 1000;
const SERIES = 4;

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

/** Time in which the media thread gives everything back, however busy the machine is. */
const GIVEN_BACK_MS = 2000;
const ENOUGH_KIB = 4 * 1024;

/** @returns how many KiB more the process has after `count` sessions */
async function growthOf(count) {
  const before = process.memoryUsage().rss;
  const grownKiB = () => (process.memoryUsage().rss - before) / 1024;
  for (let at = 0; at < count; at += 1) {
    live(at);
    if (at % 20 === 0) await settle();
  }
  const end = performance.now() + GIVEN_BACK_MS;
  do await settle();
  while (grownKiB() > ENOUGH_KIB && performance.now() < end);
  return grownKiB();
}

await growthOf(WARM_UP);
// What leaks grows each time; what the allocator keeps of threads that ran at the same time grows until it is enough.
const grownKiB = [];
do grownKiB.push(await growthOf(ROUNDS));
while (grownKiB.at(-1) > ENOUGH_KIB && grownKiB.length < SERIES);
console.log(JSON.stringify({ grownKiB: Math.min(...grownKiB), live: addon.liveCounts().sessions }));
