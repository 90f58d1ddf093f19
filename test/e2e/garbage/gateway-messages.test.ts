// Garbage on open sockets of the main gateway: before there is a session, and in one.
import fc from "fast-check";
import { GatewayCloseCode } from "sdkpp/wire";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { PAYLOAD_SHAPES } from "../../../platform/gateway/payload-shapes.js";
import { unfitting, type Schema } from "../platform/invalid-values.js";
import { matching } from "../platform/valid-values.js";
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

const DOCUMENTED = new Set<number>(Object.values(GatewayCloseCode));

/** A message with a payload from its opcode's shape: it matches, nearly matches, or is anything. */
function shaped(): fc.Arbitrary<string> {
  const { guildId, voiceChannelId, textChannelId, userIds } = platform.seeded;
  const ids = [guildId, voiceChannelId, textChannelId, ...userIds];
  return fc.oneof(
    ...[...PAYLOAD_SHAPES].map(([op, schema]) => {
      const d = fc.oneof(
        { arbitrary: matching(schema as Schema, ids), weight: 3 },
        { arbitrary: unfitting(schema as Schema), weight: 2 },
      );
      return d.map((value) => JSON.stringify({ op, d: value }));
    }),
  );
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

  it(`${inputs(500)} payloads from the shapes of their opcodes end with documented codes only`, async () => {
    const garbage = new Garbage(GARBAGE_SEED + 9);
    const payloads = fc.sample(shaped(), { numRuns: inputs(500), seed: GARBAGE_SEED });
    const codes = new Set<number | undefined>();
    await inParallel(4, Math.ceil(payloads.length / PER_SOCKET), async (at) => {
      let socket = await ready(garbage);
      for (const text of payloads.slice(at * PER_SOCKET, (at + 1) * PER_SOCKET)) {
        socket.send(text);
        await socket.caughtUp();
        if (!socket.isClosed) continue;
        await socket.closeReason;
        codes.add(socket.closeCode);
        socket = await ready(garbage);
      }
      await socket.end();
    });
    expect([...codes].filter((code) => code === undefined || !DOCUMENTED.has(code))).toEqual([]);
    expect(codes.size).toBeGreaterThan(0);
    const normal = await GarbageSocket.open(`${platform.endpoints.gateway}?v=10&encoding=json`);
    normal.send(
      JSON.stringify({ op: 2, d: { token: platform.seeded.botToken, properties: {}, intents: 0 } }),
    );
    expect(await normal.message((text) => text.includes('"READY"'))).toBeDefined();
    await normal.end();
    await expectUnharmed(platform);
  });
});
