import { describe, expect, it } from "vitest";
import { joinLobby, platformForTest, player, sdkSession } from "./support-platform.js";
import { FrameSocket } from "./support-socket.js";

describe("resume", () => {
  it("replays every missed event once, in order, then RESUMED", async () => {
    const platform = await platformForTest();
    const [ada, ben] = [player(platform, 0), player(platform, 1)];
    const lobbyId = await joinLobby(platform, ada, "s");
    const first = await sdkSession(platform, ada);
    await joinLobby(platform, ben, "s");
    await first.socket.event("LOBBY_MEMBER_ADD");
    platform.control.gateway.close(ada.userId, "reset");
    await first.socket.closed();
    await fetch(`${platform.endpoints.apiBase}/v10/lobbies/${lobbyId}/members/@me`, {
      method: "DELETE",
      headers: ben.headers,
    });
    await joinLobby(platform, ben, "s");
    const socket = new FrameSocket(`${String(first.ready["resume_gateway_url"])}?v=9&encoding=json`);
    socket.send(6, { token: `Bearer ${ada.token}`, session_id: first.sessionId, seq: 2 });
    const seen = [
      await socket.next((frame) => frame.op === 0),
      await socket.next((frame) => frame.op === 0),
      await socket.next((frame) => frame.op === 0),
    ];
    expect(seen.map((frame) => [frame.s, frame.t])).toEqual([
      [3, "LOBBY_MEMBER_REMOVE"],
      [4, "LOBBY_MEMBER_ADD"],
      [5, "RESUMED"],
    ]);
  });

  it.each<[string, (session: { sessionId: string }) => object, "op9" | number]>([
    ["an unknown session", () => ({ session_id: "nope", seq: 0 }), "op9"],
    ["a number that was never sent", ({ sessionId }) => ({ session_id: sessionId, seq: 99 }), 4007],
    ["a wrong token", ({ sessionId }) => ({ session_id: sessionId, seq: 1, token: "Bearer no" }), 4004],
  ])("rejects %s", async (_claim, more, expected) => {
    const platform = await platformForTest();
    const ada = player(platform, 0);
    const session = await sdkSession(platform, ada);
    const socket = new FrameSocket(`${platform.endpoints.gateway}?v=9`);
    socket.send(6, { token: `Bearer ${ada.token}`, ...more(session) });
    if (expected === "op9") expect((await socket.op(9)).d).toBe(false);
    else expect(await socket.closed()).toBe(expected);
  });

  it("is impossible after the replay was lost, after 120 seconds, and after close 1000", async () => {
    const platform = await platformForTest();
    const ada = player(platform, 0);
    const tryResume = async (sessionId: string) => {
      const socket = new FrameSocket(`${platform.endpoints.gateway}?v=9`);
      socket.send(6, { token: `Bearer ${ada.token}`, session_id: sessionId, seq: 0 });
      return socket.next((frame) => frame.op === 9 || frame.t === "RESUMED");
    };
    const overflown = await sdkSession(platform, ada);
    platform.control.gateway.overflowReplay(ada.userId);
    expect((await tryResume(overflown.sessionId)).op).toBe(9);
    const ended = await sdkSession(platform, ada);
    ended.socket.close(1000);
    await ended.socket.closed();
    expect((await tryResume(ended.sessionId)).op).toBe(9);
    const lost = await sdkSession(platform, ada);
    platform.control.gateway.close(ada.userId, 4000);
    await lost.socket.closed();
    expect((await tryResume(lost.sessionId)).t).toBe("RESUMED");
    platform.control.gateway.close(ada.userId, 4000);
    await platform.control.clock.advance(121_000);
    expect((await tryResume(lost.sessionId)).op).toBe(9);
  });

  it("op 7 requests it, op 9 true allows it on the same socket, op 9 false requires an identify", async () => {
    const platform = await platformForTest();
    const ada = player(platform, 0);
    const { socket, sessionId } = await sdkSession(platform, ada);
    platform.control.gateway.reconnect(ada.userId);
    await socket.op(7);
    platform.control.gateway.invalidate(ada.userId, true);
    expect((await socket.op(9)).d).toBe(true);
    socket.send(6, { token: `Bearer ${ada.token}`, session_id: sessionId, seq: 1 });
    await socket.event("RESUMED");
    platform.control.gateway.invalidate(ada.userId, false);
    expect((await socket.op(9)).d).toBe(false);
    socket.send(2, { token: `Bearer ${ada.token}`, properties: {} });
    await socket.event("READY");
  });
});

describe("rejections", () => {
  it.each<[string, string, (string | Buffer)[], number]>([
    ["an unknown version", "?v=5", [], 4012],
    ["ETF", "?v=10&encoding=etf", [], 4002],
    ["an unknown compression", "?v=10&compress=brotli-stream", [], 4002],
    ["no JSON", "?v=10", ["{"], 4002],
    ["a binary message", "?v=10", [Buffer.from('{"op":1,"d":null}')], 4002],
    ["no op", "?v=10", ['{"d":1}'], 4002],
    ["a command before identify", "?v=10", ['{"op":4,"d":{}}'], 4003],
    ["a dead token", "?v=10", ['{"op":2,"d":{"token":"Bearer x","properties":{}}}'], 4004],
    ["a bot without intents", "?v=10", ['{"op":2,"d":{"token":"BOT","properties":{}}}'], 4013],
    ["a bot with user intents", "?v=10", ['{"op":2,"d":{"token":"BOT","intents":134217728}}'], 4013],
    ["a shard beyond its count", "?v=10", ['{"op":2,"d":{"token":"BOT","intents":1,"shard":[2,2]}}'], 4010],
    [
      "identify twice",
      "?v=10",
      ['{"op":2,"d":{"token":"BOT","intents":0}}', '{"op":2,"d":{"token":"BOT","intents":0}}'],
      4005,
    ],
    ["an unknown op", "?v=10", ['{"op":2,"d":{"token":"BOT","intents":0}}', '{"op":99,"d":null}'], 4001],
    ["too large a payload", "?v=10", [JSON.stringify({ op: 1, d: "x".repeat(16_000) })], 4002],
    ["more than 120 payloads a minute", "?v=10", Array<string>(121).fill('{"op":1,"d":null}'), 4008],
  ])("%s", async (_claim, query, messages, code) => {
    const platform = await platformForTest();
    const socket = new FrameSocket(platform.endpoints.gateway + query);
    for (const message of messages) {
      socket.sendRaw(
        typeof message === "string" ? message.replace("BOT", platform.seeded.botToken) : message,
      );
    }
    expect(await socket.closed()).toBe(code);
  });

  it("1008 for a message of more than 64 fragments", async () => {
    const platform = await platformForTest();
    const socket = new FrameSocket(`${platform.endpoints.gateway}?v=10`);
    await socket.op(10);
    for (let sent = 0; sent < 65; sent += 1) socket.socket.send(" ", { fin: false });
    expect(await socket.closed()).toBe(1008);
  });

  it.each([
    ["GUILD_MEMBERS", 1 << 1, "members"],
    ["GUILD_PRESENCES", 1 << 8, "presences"],
    ["MESSAGE_CONTENT", 1 << 15, "messageContent"],
  ] as const)("the privileged intent %s, which the application lacks", async (_name, intents, privilege) => {
    const platform = await platformForTest();
    const closings = await Promise.all(
      [[], [privilege]].map(async (privileges) => {
        const { id } = platform.control.applications.create({ name: "Game", privileges });
        const socket = new FrameSocket(`${platform.endpoints.gateway}?v=10`);
        socket.send(2, { token: platform.control.applications.createBot(id).token, intents });
        const ready = socket.event("READY").then(() => "READY");
        return Promise.race([socket.closed(), ready.catch(() => socket.closed())]);
      }),
    );
    expect(closings).toEqual([4014, "READY"]);
  });
});
