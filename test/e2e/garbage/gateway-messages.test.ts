// Garbage on open sockets of the main gateway: before there is a session, and in one.
import { afterAll, beforeAll, describe, it } from "vitest";
import { Garbage, GARBAGE_SEED, inputs } from "../../support/garbage.js";
import { PlatformProcess } from "../../support/platform-process.js";
import { expectUnharmed, inParallel, tokenOf } from "./support-doors.js";
import { GarbageSocket } from "./garbage-socket.js";

let platform: PlatformProcess;
beforeAll(async () => {
  platform = await PlatformProcess.start();
});
afterAll(() => platform[Symbol.asyncDispose]());

const OPS = [1, 2, 3, 4, 5, 6, 8, 13, 17, 31, 37, 40, 41, 42, 43, 0, 7, 9, 10, 11, 99];
/** Messages for each socket: fewer than the gateway lets through in a minute. */
const PER_SOCKET = 30;
const QUERIES = ["?v=10", "?v=9&encoding=json", "?v=9&compress=zlib-stream", "?v=10&compress=zstd-stream"];

async function ready(garbage: Garbage): Promise<GarbageSocket> {
  const socket = await GarbageSocket.open(platform.endpoints.gateway + garbage.pick(QUERIES));
  const isBot = garbage.chance(0.5);
  const token = isBot ? platform.seeded.botToken : `Bearer ${await tokenOf(platform, garbage.pick([0, 1]))}`;
  if (garbage.chance(0.8))
    socket.send(JSON.stringify({ op: 2, d: { token, properties: {}, intents: isBot ? 0b11 : undefined } }));
  return socket;
}

/** Ids of what there is, in the places where they are looked for. */
function payload(garbage: Garbage): string {
  const { guildId, voiceChannelId, textChannelId, userIds } = platform.seeded;
  const id = () => garbage.pick([guildId, voiceChannelId, textChannelId, ...userIds]);
  const op = garbage.chance(0.9) ? garbage.pick(OPS) : garbage.value(1);
  const places = Object.fromEntries(
    ["guild_id", "channel_id", "user_ids", "lobby_id"].map((name) => [name, id()]),
  );
  const d = garbage.chance(0.5) ? { ...garbage.object(), ...places } : garbage.value();
  const text = JSON.stringify({ op, d, ...garbage.object(garbage.below(2)) });
  return garbage.chance(0.9) ? text : garbage.json();
}

describe("garbage on the sockets of the main gateway", () => {
  it(`${inputs(1500)} messages end at most their own socket`, async () => {
    const garbage = new Garbage(GARBAGE_SEED + 4);
    await inParallel(4, Math.ceil(inputs(1500) / PER_SOCKET), async () => {
      let socket = await ready(garbage);
      for (let n = 0; n < PER_SOCKET; n += 1) {
        if (socket.isClosed) socket = await ready(garbage);
        if (garbage.chance(0.9)) socket.send(payload(garbage));
        else socket.sendOdd(garbage);
        if (garbage.chance(0.3)) await socket.caughtUp();
      }
      await socket.end();
    });
    await expectUnharmed(platform);
  });
});
