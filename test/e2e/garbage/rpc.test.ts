// Bad frames at the socket of a desktop app, in a process of its own: each gets an error or a CLOSE, and the next game is served.
import { RpcCloseCode, RpcCommand, RpcErrorCode, RpcEvent } from "sdkpp/wire";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { Garbage, GARBAGE_SEED, inputs } from "../../support/garbage.js";
import { PlatformProcess } from "../../support/platform-process.js";
import { RawGame, rawFrame } from "../../support/raw-game.js";
import { expectUnharmed, inParallel, tokenOf } from "./support-doors.js";

let platform: PlatformProcess;
let path: string;
beforeAll(async () => {
  platform = await PlatformProcess.start();
  const [userId] = platform.seeded.userIds;
  ({ path } = (await platform.call("desktop.start", { userId, approvesAll: true })) as { path: string });
});
afterAll(() => platform[Symbol.asyncDispose]());

const COMMANDS = Object.values(RpcCommand);
const EVENTS = Object.values(RpcEvent);
const CLOSES = new Set<number>(Object.values(RpcCloseCode));
const ERRORS = new Set<number>(Object.values(RpcErrorCode));

/** A request that is nearly right: known commands and events, ids that exist, garbage in between. */
function request(garbage: Garbage): string {
  const { applicationId, userIds, guildId, textChannelId } = platform.seeded;
  const id = () => garbage.pick([applicationId, ...userIds, guildId, textChannelId]);
  const good = {
    client_id: applicationId,
    scopes: ["identify"],
    user_id: id(),
    id: id(),
    guild_id: id(),
    channel_id: id(),
    message_id: id(),
    session_id: "s",
    type: garbage.pick([0, 1, 5, "x"]),
    message: "m",
    pid: 1,
    activity: garbage.chance(0.5)
      ? { details: "Level", ...garbage.object(), party: garbage.value(1), buttons: garbage.value(1) }
      : garbage.value(1),
  };
  const args = garbage.chance(0.6) ? { ...good, ...garbage.object(garbage.below(3)) } : garbage.value();
  const cmd = garbage.chance(0.9) ? garbage.pick(COMMANDS) : garbage.value(1);
  const evt = garbage.chance(0.9) ? garbage.pick(EVENTS) : garbage.value(1);
  const nonce = garbage.chance(0.9) ? "n" : garbage.value(1);
  return JSON.stringify({ cmd, args, evt, nonce }) ?? "null";
}

function badFrame(garbage: Garbage): Buffer {
  const kind = garbage.below(10);
  if (kind === 0) return rawFrame(garbage.below(2 ** 32), garbage.someBytes(200));
  if (kind === 1) return rawFrame(1, garbage.someBytes(2000));
  if (kind === 2) return garbage.someBytes(100);
  if (kind === 3) return rawFrame(1, garbage.json());
  if (kind === 4) return rawFrame(1, `${"[".repeat(5000)}${"]".repeat(5000)}`);
  if (kind === 5) return rawFrame(0, JSON.stringify({ v: garbage.value(1), client_id: garbage.value(1) }));
  return rawFrame(1, request(garbage));
}

describe("garbage at a desktop app", () => {
  it(`${inputs(300)} bad frames get an error or a CLOSE with a documented code, and games are served`, async () => {
    const garbage = new Garbage(GARBAGE_SEED + 15);
    const access_token = await tokenOf(platform, 0);
    const surprises: string[] = [];
    const counts = { errors: 0, closes: 0 };
    await inParallel(4, inputs(300), async () => {
      using game = await RawGame.open(path);
      if (garbage.chance(0.8)) game.send(0, { v: 1, client_id: platform.seeded.applicationId });
      if (garbage.chance(0.5)) game.send(1, { cmd: "AUTHENTICATE", args: { access_token }, nonce: "a" });
      const frame = badFrame(garbage);
      game.socket.write(frame);
      // Ends what garbage may have begun: half a frame is not answered.
      game.socket.end(rawFrame(3, "end"));
      await game.until(() => game.isClosed || undefined);
      for (const { opcode, payload } of game.frames) {
        const { evt, data, code } = JSON.parse(opcode === 4 ? "{}" : payload.toString()) as {
          evt?: string;
          data?: { code: number };
          code?: number;
        };
        counts.errors += evt === "ERROR" ? 1 : 0;
        counts.closes += opcode === 2 ? 1 : 0;
        const isBad = evt === "ERROR" && !ERRORS.has(data?.code ?? 0);
        if (isBad || (opcode === 2 && !CLOSES.has(code ?? 0)) || data?.code === RpcErrorCode.Unknown)
          surprises.push(`${frame.toString("latin1").slice(0, 300)} → ${payload.toString().slice(0, 300)}`);
      }
    });
    expect({ seed: GARBAGE_SEED, surprises }).toEqual({ seed: GARBAGE_SEED, surprises: [] });
    // Most of it is bad, in both ways.
    expect(Math.min(counts.errors, counts.closes)).toBeGreaterThan(30);
    using game = await RawGame.start(path, platform.seeded.applicationId);
    expect(await game.ask("SET_ACTIVITY", { pid: 1, activity: { details: "Level 1" } })).toMatchObject({
      details: "Level 1",
    });
    await expectUnharmed(platform);
  });
});
