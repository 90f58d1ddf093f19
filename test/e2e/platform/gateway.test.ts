import fc from "fast-check";
import { COMMUNICATION_INTENTS, PRESENCE_INTENTS } from "sdkpp/wire";
import { describe, expect, it } from "vitest";
import { botSession, joinLobby, platformForTest, player, sdkSession } from "./support-platform.js";
import { FrameSocket } from "./support-socket.js";

describe("a bot session", () => {
  it("gets READY and its guild with channels, members and voice states", async () => {
    const platform = await platformForTest();
    const { seeded } = platform;
    const { socket, ready } = await botSession(platform);
    expect(ready).toMatchObject({
      v: 10,
      user: { id: seeded.botUserId },
      guilds: [{ id: seeded.guildId, unavailable: true }],
    });
    const guild = await socket.event("GUILD_CREATE");
    expect(guild).toMatchObject({
      id: seeded.guildId,
      channels: [
        { id: seeded.textChannelId, type: 0 },
        { id: seeded.voiceChannelId, type: 2 },
      ],
      voice_states: [],
    });
    expect(JSON.stringify(guild["members"])).toContain(seeded.botUserId);
  });

  it("joins a voice channel with numeric ids and leaves it", async () => {
    const platform = await platformForTest();
    const { guildId, voiceChannelId, botUserId } = platform.seeded;
    const { socket, sessionId } = await botSession(platform);
    socket.sendRaw(
      `{"op":4,"d":{"guild_id":${guildId},"channel_id":${voiceChannelId},"self_mute":false,"self_deaf":false}}`,
    );
    expect(await socket.event("VOICE_STATE_UPDATE")).toMatchObject({
      user_id: botUserId,
      channel_id: voiceChannelId,
      session_id: sessionId,
    });
    expect(await socket.event("VOICE_SERVER_UPDATE")).toMatchObject({
      guild_id: guildId,
      endpoint: platform.endpoints.voice,
    });
    socket.send(4, { guild_id: guildId, channel_id: null, self_mute: false, self_deaf: false });
    expect(await socket.event("VOICE_STATE_UPDATE")).toMatchObject({ channel_id: null });
  });

  it("is answered about members, sounds and channel info", async () => {
    const platform = await platformForTest();
    const { guildId, voiceChannelId, botUserId } = platform.seeded;
    const { socket } = await botSession(platform, 3 | (1 << 7));
    socket.send(8, { guild_id: guildId, query: "", limit: 0, nonce: "n" });
    expect(await socket.event("GUILD_MEMBERS_CHUNK")).toMatchObject({ nonce: "n", members: { length: 3 } });
    socket.send(8, { guild_id: guildId, user_ids: [botUserId, "5"], limit: 0 });
    expect(await socket.event("GUILD_MEMBERS_CHUNK")).toMatchObject({
      members: { length: 1 },
      not_found: ["5"],
    });
    socket.send(31, { guild_ids: [guildId] });
    expect(await socket.event("SOUNDBOARD_SOUNDS")).toMatchObject({ soundboard_sounds: [] });
    socket.send(43, { guild_id: guildId, fields: ["status", "nonsense"] });
    expect(await socket.event("CHANNEL_INFO")).toEqual({
      guild_id: guildId,
      channels: [{ id: voiceChannelId, status: null }],
    });
  });
});

describe("an SDK session", () => {
  it("with bit 16 has its lobbies in READY, without it they come as LOBBY_CREATE", async () => {
    const platform = await platformForTest();
    const ada = player(platform, 0);
    const lobbyId = await joinLobby(platform, ada, "s");
    const { ready } = await sdkSession(platform, ada);
    expect(ready).toMatchObject({
      session_type: "oauth",
      lobbies: [{ id: lobbyId, voice_states: [], members: [{ user_id: ada.userId, connected: true }] }],
    });
    const plain = await sdkSession(platform, ada, { capabilities: 0 });
    expect(plain.ready).not.toHaveProperty("lobbies");
    expect(await plain.socket.event("LOBBY_CREATE")).toMatchObject({ id: lobbyId });
  });

  it("as the native SDK gets READY_SUPPLEMENTAL and deduplicated users", async () => {
    const platform = await platformForTest();
    const [ada, ben] = [player(platform, 0), player(platform, 1)];
    await joinLobby(platform, ada, "s");
    await joinLobby(platform, ben, "s");
    const { socket, ready } = await sdkSession(platform, ada, { capabilities: 69_680 });
    expect(ready).toMatchObject({ users: [{ id: ben.userId }] });
    expect(await socket.event("READY_SUPPLEMENTAL")).toMatchObject({ merged_presences: { friends: [] } });
  });

  it("hears of others coming, connecting and leaving, and not of itself", async () => {
    const platform = await platformForTest();
    const [ada, ben] = [player(platform, 0), player(platform, 1)];
    const lobbyId = await joinLobby(platform, ada, "s");
    const { socket } = await sdkSession(platform, ada);
    await joinLobby(platform, ben, "s");
    expect(await socket.event("LOBBY_MEMBER_ADD")).toMatchObject({
      lobby_id: lobbyId,
      member: { user_id: ben.userId, connected: false },
    });
    const bens = await sdkSession(platform, ben);
    expect(await socket.event("LOBBY_MEMBER_CONNECT")).toMatchObject({
      member: { user_id: ben.userId, connected: true },
    });
    bens.socket.close(1000);
    expect(await socket.event("LOBBY_MEMBER_DISCONNECT")).toMatchObject({ member: { user_id: ben.userId } });
    await fetch(`${platform.endpoints.apiBase}/v10/lobbies/${lobbyId}/members/@me`, {
      method: "DELETE",
      headers: ben.headers,
    });
    expect(await socket.event("LOBBY_MEMBER_REMOVE")).toMatchObject({ member: { user_id: ben.userId } });
  });

  it("with presence intents hears nothing of lobbies", async () => {
    const platform = await platformForTest();
    const ada = player(platform, 0);
    await joinLobby(platform, ada, "s");
    const { ready } = await sdkSession(platform, ada, { intents: PRESENCE_INTENTS });
    expect(ready).toMatchObject({ lobbies: [] });
  });

  it("joins and leaves a lobby call by op 17", async () => {
    const platform = await platformForTest();
    const [ada, ben] = [player(platform, 0), player(platform, 1)];
    const lobbyId = await joinLobby(platform, ada, "s");
    await joinLobby(platform, ben, "s");
    const [adas, bens] = [await sdkSession(platform, ada), await sdkSession(platform, ben)];
    adas.socket.send(17, [{ lobby_id: lobbyId, self_mute: true, self_deaf: false }]);
    expect(await bens.socket.event("LOBBY_VOICE_STATE_UPDATE")).toMatchObject({
      lobby_id: lobbyId,
      channel_id: lobbyId,
      user_id: ada.userId,
      self_mute: true,
    });
    expect(await adas.socket.event("LOBBY_VOICE_SERVER_UPDATE")).toMatchObject({
      lobby_id: lobbyId,
      endpoint: platform.endpoints.voice,
    });
    adas.socket.send(17, []);
    await bens.socket.next(
      (frame) =>
        frame.t === "LOBBY_VOICE_STATE_UPDATE" && (frame.d as { channel_id: null }).channel_id === null,
    );
  });
});

describe("compression", () => {
  it("zlib-stream carries everything in one context", async () => {
    const platform = await platformForTest();
    const ada = player(platform, 0);
    await joinLobby(platform, ada, "s");
    const socket = new FrameSocket(`${platform.endpoints.gateway}?v=9&encoding=json&compress=zlib-stream`, {
      zlibStream: true,
    });
    await socket.op(10);
    socket.send(2, { token: `Bearer ${ada.token}`, properties: {}, intents: COMMUNICATION_INTENTS });
    await socket.event("READY");
    await socket.event("LOBBY_CREATE");
    for (let n = 0; n < 20; n += 1) socket.send(1, null);
    for (let n = 0; n < 20; n += 1) await socket.op(11);
    expect(socket.binary).toEqual([]);
  });

  it("payload compression makes READY a zlib frame of its own", async () => {
    const platform = await platformForTest();
    const socket = new FrameSocket(`${platform.endpoints.gateway}?v=10&encoding=json`);
    await socket.op(10);
    socket.send(2, { token: platform.seeded.botToken, properties: {}, intents: 1, compress: true });
    socket.send(1, null);
    await socket.op(11);
    expect(socket.binary).toHaveLength(2);
    expect(socket.binary[0]?.readUInt8(0)).toBe(0x78);
  });
});

describe("resume", () => {
  it("brings every missed event once, in order, then RESUMED", async () => {
    const platform = await platformForTest();
    const [ada, ben] = [player(platform, 0), player(platform, 1)];
    const lobbyId = await joinLobby(platform, ada, "s");
    const first = await sdkSession(platform, ada);
    await joinLobby(platform, ben, "s");
    await first.socket.event("LOBBY_MEMBER_ADD");
    platform.control.closeGateway(ada.userId, "reset");
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
  ])("refuses %s", async (_claim, more, expected) => {
    const platform = await platformForTest();
    const ada = player(platform, 0);
    const session = await sdkSession(platform, ada);
    const socket = new FrameSocket(`${platform.endpoints.gateway}?v=9`);
    socket.send(6, { token: `Bearer ${ada.token}`, ...more(session) });
    if (expected === "op9") expect((await socket.op(9)).d).toBe(false);
    else expect(await socket.closed()).toBe(expected);
  });

  it("is over when the replay was lost, after 120 seconds, and after close 1000", async () => {
    const platform = await platformForTest();
    const ada = player(platform, 0);
    const tryResume = async (sessionId: string) => {
      const socket = new FrameSocket(`${platform.endpoints.gateway}?v=9`);
      socket.send(6, { token: `Bearer ${ada.token}`, session_id: sessionId, seq: 0 });
      return socket.next((frame) => frame.op === 9 || frame.t === "RESUMED");
    };
    const overflown = await sdkSession(platform, ada);
    platform.control.overflowGatewayReplay(ada.userId);
    expect((await tryResume(overflown.sessionId)).op).toBe(9);
    const ended = await sdkSession(platform, ada);
    ended.socket.close(1000);
    await ended.socket.closed();
    expect((await tryResume(ended.sessionId)).op).toBe(9);
    const lost = await sdkSession(platform, ada);
    platform.control.closeGateway(ada.userId, 4000);
    await lost.socket.closed();
    expect((await tryResume(lost.sessionId)).t).toBe("RESUMED");
    platform.control.closeGateway(ada.userId, 4000);
    await platform.control.clock.advance(121_000);
    expect((await tryResume(lost.sessionId)).op).toBe(9);
  });

  it("op 7 asks for it, op 9 true allows it on the same socket, op 9 false an identify", async () => {
    const platform = await platformForTest();
    const ada = player(platform, 0);
    const { socket, sessionId } = await sdkSession(platform, ada);
    platform.control.gatewayReconnect(ada.userId);
    await socket.op(7);
    platform.control.gatewayInvalid(ada.userId, true);
    expect((await socket.op(9)).d).toBe(true);
    socket.send(6, { token: `Bearer ${ada.token}`, session_id: sessionId, seq: 1 });
    await socket.event("RESUMED");
    platform.control.gatewayInvalid(ada.userId, false);
    expect((await socket.op(9)).d).toBe(false);
    socket.send(2, { token: `Bearer ${ada.token}`, properties: {} });
    await socket.event("READY");
  });
});

describe("refusals", () => {
  it.each<[string, string, (string | Buffer)[], number]>([
    ["an unknown version", "?v=5", [], 4012],
    ["ETF", "?v=10&encoding=etf", [], 4002],
    ["zstd", "?v=10&compress=zstd-stream", [], 4002],
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

  it("4003 for who never identifies", async () => {
    const platform = await platformForTest();
    const socket = new FrameSocket(`${platform.endpoints.gateway}?v=10`);
    await socket.op(10);
    await platform.control.clock.advance(30_001);
    expect(await socket.closed()).toBe(4003);
  });

  it("privileged intents that the application has not", async () => {
    const platform = await platformForTest();
    const socket = new FrameSocket(`${platform.endpoints.gateway}?v=10`);
    socket.send(2, { token: platform.seeded.botToken, intents: 1 << 1 });
    await socket.event("READY");
  });

  it("survives 300 generated payloads of a ready session", async () => {
    const platform = await platformForTest();
    const { guildId } = platform.seeded;
    const op = fc.constantFrom(1, 3, 4, 5, 8, 13, 17, 31, 37, 40, 41, 42, 43);
    const d = fc.oneof(
      fc.jsonValue(),
      fc.record({
        guild_id: fc.oneof(fc.constant(guildId), fc.jsonValue()),
        channel_id: fc.jsonValue(),
        self_mute: fc.jsonValue(),
      }),
      fc.array(fc.record({ lobby_id: fc.jsonValue(), self_mute: fc.boolean(), self_deaf: fc.boolean() })),
    );
    const payloads = fc.sample(fc.tuple(op, d), { numRuns: 300, seed: 7 });
    let session = await botSession(platform);
    for (const [index, [code, data]] of payloads.entries()) {
      session.socket.send(code, data);
      session.socket.send(1, null);
      const answered = await session.socket.op(11).catch(() => undefined);
      if (answered !== undefined && index % 50 !== 49) continue;
      expect([undefined, 4001, 4002]).toContain(session.socket.closeCode);
      session.socket.close();
      session = await botSession(platform);
    }
    expect((await fetch(`${platform.endpoints.apiBase}/v10/gateway`)).status).toBe(200);
  });
});
