// Clients that come, go, and say nothing leave no memory behind.
import WebSocket from "ws";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { inputs } from "../../support/garbage.js";
import { PlatformProcess } from "../../support/platform-process.js";
import { GarbageSocket } from "./garbage-socket.js";
import { inParallel, tokenOf } from "./support-doors.js";

const MIB = 1024 * 1024;
/** Three missed beats of this and a socket is closed. */
const HEARTBEAT_MS = 300;
/** Fewer than a user may have at once. */
const SESSIONS_OF_ONE = 50;
/** A resume is possible for two minutes of the platform's clock. */
const FORGOTTEN_MS = 120_001;

let platform: PlatformProcess;
beforeAll(async () => {
  platform = await PlatformProcess.start({ heartbeatIntervalMs: HEARTBEAT_MS });
});
afterAll(() => platform[Symbol.asyncDispose]());

const gatewayUrl = (): string => `${platform.endpoints.gateway}?v=9`;
const memory = async (): Promise<number> => ((await platform.call("memory")) as { used: number }).used;
const sessions = async (userId: string): Promise<number> =>
  ((await platform.call("gateway.sessions", userId)) as string[]).length;

/** A session of Ada's; its socket. */
async function identified(token: string): Promise<GarbageSocket> {
  const socket = await GarbageSocket.open(gatewayUrl());
  socket.send(JSON.stringify({ op: 2, d: { token: `Bearer ${token}`, properties: {} } }));
  await socket.message((text) => text.includes('"t":"READY"'));
  return socket;
}

/** Somebody new. @returns a token */
async function newPlayer(username: string): Promise<string> {
  const { id } = (await platform.call("users.create", { username })) as { id: string };
  const tokens = await platform.call(
    "tokens.issue",
    platform.seeded.applicationId,
    id,
    "openid sdk.social_layer",
  );
  return (tokens as { access_token: string }).access_token;
}

/** Connects and drops, one after the other in a few lanes. */
async function comeAndGo(count: number): Promise<void> {
  const token = await tokenOf(platform, 0);
  await inParallel(4, count, async () => {
    const socket = await identified(token);
    await socket.drop();
  });
}

/** As much as a lobby may have, another each time. */
function largeMetadata(n: number): Record<string, string> {
  const pairs = Array.from({ length: 24 }, (_, at) => [String(at).padEnd(1024, "k"), "v".repeat(1024)]);
  return Object.fromEntries([...pairs, ["turn", String(n)]]) as Record<string, string>;
}

describe("the memory of the main gateway", () => {
  it(`does not grow with one user's abandoned sessions: ${inputs(300)} connections`, async () => {
    const [ada] = platform.seeded.userIds;
    await comeAndGo(100);
    await platform.call("clock.advance", FORGOTTEN_MS);
    const before = await memory();
    await comeAndGo(inputs(300));
    // They wait to be resumed, as many as a user may have.
    expect(await sessions(ada)).toBe(100);
    expect((await memory()) - before).toBeLessThan(10 * MIB);
    await platform.call("clock.advance", FORGOTTEN_MS);
    expect(await sessions(ada)).toBe(0);
    expect(Math.abs((await memory()) - before)).toBeLessThan(10 * MIB);
  });

  it(`is freed when sockets are silent: ${inputs(60)} of them, half with a session`, async () => {
    const before = await memory();
    const ends: Promise<string>[] = [];
    let token = "";
    for (let n = 0; n < inputs(60); n += 1) {
      if (n % SESSIONS_OF_ONE === 0) token = await newPlayer(`silent${String(n)}`);
      const socket = await (n % 2 === 0 ? identified(token) : GarbageSocket.open(gatewayUrl()));
      ends.push(socket.closeReason);
    }
    // Those without a session have no more time than those with one, unless their 30 seconds end sooner.
    expect(new Set(await Promise.all(ends))).toEqual(new Set(["no heartbeat for 1 s"]));
    await platform.call("clock.advance", FORGOTTEN_MS);
    expect(Math.abs((await memory()) - before)).toBeLessThan(10 * MIB);
  });

  it("stays bounded for a client that does not read: it is disconnected, and can resume", async () => {
    const [ada] = platform.seeded.userIds;
    const before = await memory();
    const token = await tokenOf(platform, 0);
    const socket = new WebSocket(gatewayUrl());
    const ready = new Promise<string>((resolve) =>
      socket.on("message", (data: Buffer) => {
        const { t, d } = JSON.parse(data.toString()) as { t: string; d: { session_id: string } };
        if (t === "READY") resolve(d.session_id);
      }),
    );
    socket.once("open", () =>
      socket.send(JSON.stringify({ op: 2, d: { token: `Bearer ${token}`, properties: {} } })),
    );
    const sessionId = await ready;
    // It goes on beating, and takes nothing any more.
    const beats = setInterval(() => socket.send('{"op":1,"d":null}'), HEARTBEAT_MS);
    socket.pause();
    const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
    const wasDropped = (): boolean =>
      platform.logs.some((line) => line.includes("the client is not reading"));
    for (let n = 0; n < 2000 && !wasDropped(); n += 1) {
      const answer = await fetch(`${platform.endpoints.apiBase}/v10/lobbies`, {
        method: "PUT",
        headers,
        body: JSON.stringify({ secret: "large", lobby_metadata: largeMetadata(n) }),
      });
      await answer.arrayBuffer();
    }
    clearInterval(beats);
    expect(platform.logs.filter((line) => line.includes("the client is not reading"))).toHaveLength(1);
    expect(await platform.call("gateway.sessions", ada)).toEqual([sessionId]);
    socket.terminate();
    await platform.call("clock.advance", FORGOTTEN_MS);
    expect(Math.abs((await memory()) - before)).toBeLessThan(10 * MIB);
  });
});
