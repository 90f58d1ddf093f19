// Garbage on open sockets of the voice gateway: before there is a session, in one, and for the delivery service.
import { afterAll, beforeAll, describe, it } from "vitest";
import { Garbage, GARBAGE_SEED, inputs } from "../../support/garbage.js";
import { PlatformProcess } from "../../support/platform-process.js";
import { expectUnharmed, inParallel } from "./support-doors.js";
import type { GarbageSocket } from "./garbage-socket.js";
import { Caller } from "./voice-caller.js";

let platform: PlatformProcess;
beforeAll(async () => {
  platform = await PlatformProcess.start({ e2ee: "optional" });
});
afterAll(() => platform[Symbol.asyncDispose]());

const OPS = [
  0, 1, 3, 5, 7, 10, 12, 14, 15, 16, 18, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31, 32, 33, 2, 4, 6, 8,
  9, 11, 13, 99,
];
const MLS_OPS = [26, 28, 25, 27, 29, 30, 0, 255];
const PER_SOCKET = 12;

function payload(garbage: Garbage): string {
  const data = { protocol: "udp", data: { address: "127.0.0.1", port: 1, mode: "aead_aes256_gcm_rtpsize" } };
  const d = garbage.chance(0.3)
    ? { ...garbage.object(), ...(garbage.chance(0.5) ? data : {}) }
    : garbage.value();
  const op = garbage.chance(0.95) ? garbage.pick(OPS) : garbage.value(1);
  return garbage.chance(0.9) ? JSON.stringify({ op, d }) : garbage.json();
}

/** A message of the MLS, as far as its first byte says. */
function mls(garbage: Garbage): Buffer {
  return Buffer.concat([Buffer.from([garbage.pick(MLS_OPS)]), garbage.someBytes(800)]);
}

describe("garbage on the sockets of the voice gateway", () => {
  it(`${inputs(600)} messages end at most their own socket`, async () => {
    const garbage = new Garbage(GARBAGE_SEED + 5);
    const callers = [await Caller.enter(platform, 0), await Caller.enter(platform, 1)];
    const open = (caller: Caller): Promise<GarbageSocket> =>
      garbage.chance(0.85) ? caller.voice(garbage.pick([4, 8, 9])) : caller.bare(garbage.pick([4, 7, 8, 9]));
    await inParallel(callers.length, Math.ceil(inputs(600) / PER_SOCKET), async (n) => {
      const caller = callers[n % callers.length]!;
      let socket = await open(caller);
      for (let sent = 0; sent < PER_SOCKET; sent += 1) {
        if (socket.isClosed) socket = await open(caller);
        if (garbage.chance(0.2)) socket.send(mls(garbage));
        else if (garbage.chance(0.9)) socket.send(payload(garbage));
        else socket.sendOdd(garbage);
        if (garbage.chance(0.2)) await socket.caughtUp();
      }
      await socket.end();
    });
    await expectUnharmed(platform);
  });
});
