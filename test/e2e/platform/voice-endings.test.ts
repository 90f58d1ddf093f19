import { AeadMode, Permission } from "sdkpp/wire";
import WebSocket from "ws";
import { describe, expect, it } from "vitest";
import { VOICE_RESUME_WINDOW_MS } from "../../../platform/voice/gateway/voice-gateway.js";
import { TAKEN_OVER_CLOSES, type TakenOverClose } from "../../../platform/voice/gateway/taken-over-close.js";
import { botSession, platformForTest } from "./support-platform.js";
import type { FrameSocket } from "./support-socket.js";
import { askToJoin, call, identify, VoiceClient, voiceSocket } from "./support-voice.js";

describe("older versions", () => {
  it.each([4, 7])("v%i has flat heartbeats, no numbers and a resume without replay", async (version) => {
    const platform = await platformForTest();
    const [adas, bens] = [await call(platform, 0), await call(platform, 1)];
    const ada = await VoiceClient.connect(platform, adas.grant, AeadMode.Aes256Gcm, version);
    ada.socket.send(3, 1501184119561);
    expect((await ada.socket.op(6)).d).toBe(1501184119561);
    const ben = await VoiceClient.connect(platform, bens.grant, AeadMode.Aes256Gcm, 8);
    expect(await ada.socket.op(11)).toEqual({ op: 11, d: { user_ids: [bens.grant.userId] } });
    platform.control.voice.close(adas.grant.userId, "reset");
    await ada.socket.closed();
    const socket = voiceSocket(platform, version);
    socket.send(7, { server_id: adas.lobbyId, session_id: adas.grant.sessionId, token: adas.grant.token });
    await socket.op(9);
    ben.socket.send(5, { speaking: 1, ssrc: ben.ready.ssrc });
    expect(await socket.op(5)).not.toHaveProperty("seq");
    socket.close();
    ada.close();
    ben.close();
  });

  it("v9 names the channel: the right one is accepted, none and another one are rejected", async () => {
    const platform = await platformForTest();
    const { grant, lobbyId } = await call(platform, 0);
    for (const [channelId, code] of [
      [undefined, 4020],
      ["5", 4006],
    ] as const) {
      const socket = voiceSocket(platform, 9);
      identify(socket, channelId === undefined ? grant : { ...grant, channelId });
      expect({ channelId, code: await socket.closed() }).toEqual({ channelId, code });
    }
    const ada = await VoiceClient.connect(platform, { ...grant, channelId: lobbyId }, AeadMode.Aes256Gcm, 9);
    const { sessions } = await platform.control.voice.stats();
    expect(sessions).toMatchObject([{ userId: grant.userId, ssrc: ada.ready.ssrc }]);
    ada.close();
  });

  it.each(["", "?v=3", "?v=10", "?v=x"])("rejects the upgrade of '%s' with 400", async (query) => {
    const platform = await platformForTest();
    const status = await new Promise((resolve) => {
      const socket = new WebSocket(`wss://${platform.endpoints.voice}/${query}`, {
        ca: platform.endpoints.ca,
      });
      socket.on("error", () => undefined);
      socket.on("unexpected-response", (_request, response) => resolve(response.statusCode));
    });
    expect(status).toBe(400);
  });
});

describe("voice rejections", () => {
  const description = (mode: string, protocol = "udp") => ({
    protocol,
    data: { address: "127.0.0.1", port: 9, mode },
  });

  it.each<[string, (socket: FrameSocket) => void, number]>([
    ["a mode that is not offered", (socket) => socket.send(1, description("xsalsa20_poly1305")), 4016],
    ["another protocol", (socket) => socket.send(1, description(AeadMode.Aes256Gcm, "webrtc")), 4012],
    ["a malformed request", (socket) => socket.send(1, { protocol: "udp" }), 4020],
    ["no JSON", (socket) => socket.sendRaw("{"), 4002],
    ["JSON in a binary frame", (socket) => socket.sendRaw(Buffer.from('{"op":3,"d":{"t":1}}')), 4002],
    ["an op that only the platform says", (socket) => socket.send(4, {}), 4001],
    ["identify twice", (socket) => socket.send(0, {}), 4005],
  ])("%s", async (_claim, act, code) => {
    const platform = await platformForTest();
    const { grant } = await call(platform, 0);
    const socket = voiceSocket(platform);
    identify(socket, grant);
    await socket.op(2);
    act(socket);
    expect(await socket.closed()).toBe(code);
  });

  it.each([10, 17, 19, 32, 33, 99])("op %i is ignored", async (op) => {
    const platform = await platformForTest();
    const { grant } = await call(platform, 0);
    const socket = voiceSocket(platform);
    identify(socket, grant);
    await socket.op(2);
    socket.send(op, {});
    socket.send(16, {});
    expect((await socket.op(16)).d).toHaveProperty("voice");
    socket.close();
  });

  it("a command before identify, a wrong token, and the session before when a token comes again", async () => {
    const platform = await platformForTest();
    const { grant, lobbyId } = await call(platform, 0);
    const early = voiceSocket(platform);
    early.send(5, { speaking: 1 });
    expect(await early.closed()).toBe(4003);
    const wrong = voiceSocket(platform);
    identify(wrong, { ...grant, token: "x" });
    expect(await wrong.closed()).toBe(4004);
    const first = voiceSocket(platform);
    identify(first, grant);
    await first.op(2);
    const second = voiceSocket(platform);
    identify(second, grant);
    await second.op(2);
    expect(await first.closed()).toBe(4014);
    platform.control.voice.close(grant.userId, "reset");
    await second.closed();
    const third = voiceSocket(platform);
    third.send(7, { server_id: lobbyId, session_id: grant.sessionId, token: grant.token, seq_ack: -1 });
    await third.op(9);
    third.close();
  });
});

describe("the end of a voice session", () => {
  it("a new session of the same user closes the previous one with 4014", async () => {
    const platform = await platformForTest();
    const adas = await call(platform, 0);
    const first = await VoiceClient.connect(platform, adas.grant, AeadMode.Aes256Gcm);
    platform.control.voice.finishRegionMove(adas.lobbyId);
    const { token } = await adas.gateway.event<{ token: string }>("LOBBY_VOICE_SERVER_UPDATE");
    const second = await VoiceClient.connect(platform, { ...adas.grant, token }, AeadMode.Aes256Gcm);
    expect(await first.socket.closed()).toBe(4014);
    first.close();
    second.close();
  });

  it("leaving the call and the end of the main session close with 4014, a deleted lobby with 4022", async () => {
    const platform = await platformForTest();
    const adas = await call(platform, 0);
    const first = await VoiceClient.connect(platform, adas.grant, AeadMode.Aes256Gcm);
    adas.gateway.send(17, []);
    expect(await first.socket.closed()).toBe(4014);
    const again = await askToJoin(adas.gateway, adas.lobbyId, adas.grant.userId, adas.grant.sessionId);
    const second = await VoiceClient.connect(platform, again, AeadMode.Aes256Gcm);
    const headers = { authorization: `Bot ${platform.seeded.botToken}` };
    await fetch(`${platform.endpoints.apiBase}/v10/lobbies/${adas.lobbyId}`, { method: "DELETE", headers });
    expect(await second.socket.closed()).toBe(4022);
    const bens = await call(platform, 1);
    const third = await VoiceClient.connect(platform, bens.grant, AeadMode.Aes256Gcm);
    bens.gateway.close(1000);
    expect(await third.socket.closed()).toBe(4014);
    for (const client of [first, second, third]) client.close();
  });

  it("a move to another channel closes with 4014, and a new token is for the new channel", async () => {
    const platform = await platformForTest();
    const { botUserId, botToken, userIds } = platform.seeded;
    const { id: guildId, channels } = platform.control.guilds.create({
      name: "Server",
      ownerId: userIds[0]!,
      memberIds: [botUserId],
      roles: [{ name: "Bot", permissions: Permission.Administrator, memberIds: [botUserId] }],
      channels: [
        { name: "left", kind: "voice" },
        { name: "right", kind: "voice" },
      ],
    });
    const [left, right] = channels.map(({ id }) => id);
    const { socket: gateway, sessionId } = await botSession(platform);
    const grantOf = async () => {
      const { token } = await gateway.event<{ token: string }>("VOICE_SERVER_UPDATE");
      return { serverId: guildId, userId: botUserId, sessionId, token };
    };
    gateway.send(4, { guild_id: guildId, channel_id: left });
    const first = await VoiceClient.connect(platform, await grantOf(), AeadMode.Aes256Gcm);
    await fetch(`${platform.endpoints.apiBase}/v10/guilds/${guildId}/members/${botUserId}`, {
      method: "PATCH",
      headers: { authorization: `Bot ${botToken}`, "content-type": "application/json" },
      body: JSON.stringify({ channel_id: right }),
    });
    expect(await first.socket.closed()).toBe(4014);
    const second = await VoiceClient.connect(platform, await grantOf(), AeadMode.Aes256Gcm);
    const { sessions } = await platform.control.voice.stats();
    expect(sessions).toMatchObject([{ userId: botUserId, ssrc: second.ready.ssrc }]);
    first.close();
    second.close();
  });

  it("a region move sends a null endpoint, closes with 4022 and returns with a new token", async () => {
    const platform = await platformForTest();
    const adas = await call(platform, 0);
    const first = await VoiceClient.connect(platform, adas.grant, AeadMode.Aes256Gcm);
    platform.control.voice.beginRegionMove(adas.lobbyId);
    expect(await adas.gateway.event("LOBBY_VOICE_SERVER_UPDATE")).toMatchObject({ endpoint: null });
    expect(await first.socket.closed()).toBe(4022);
    platform.control.voice.finishRegionMove(adas.lobbyId);
    const { token, endpoint } = await adas.gateway.event<{ token: string; endpoint: string }>(
      "LOBBY_VOICE_SERVER_UPDATE",
    );
    expect(endpoint).toBe(platform.endpoints.voice);
    const second = await VoiceClient.connect(platform, { ...adas.grant, token }, AeadMode.Aes256Gcm);
    first.close();
    second.close();
  });

  it("a half-open socket swallows everything", async () => {
    const platform = await platformForTest();
    const { grant, lobbyId } = await call(platform, 0);
    const ada = await VoiceClient.connect(platform, grant, AeadMode.Aes256Gcm);
    platform.control.voice.close(grant.userId, "halfopen");
    ada.socket.send(3, { t: 1 });
    const socket = voiceSocket(platform);
    socket.send(7, { server_id: lobbyId, session_id: grant.sessionId, token: grant.token, seq_ack: -1 });
    await socket.op(9);
    expect(ada.socket.frames.some((frame) => frame.op === 6)).toBe(false);
    socket.close();
    ada.close();
  });
});

describe("a voice session that is resumed while its old socket lives", () => {
  /** @param before what the old socket does just before */
  async function resumed(
    takenOverClose: TakenOverClose,
    before: (old: FrameSocket) => void = () => undefined,
  ) {
    const lines: string[] = [];
    const platform = await platformForTest({ takenOverClose, log: (line) => lines.push(line) });
    const [adas, bens] = [await call(platform, 0), await call(platform, 1)];
    const ada = await VoiceClient.connect(platform, adas.grant, AeadMode.Aes256Gcm);
    const ben = await VoiceClient.connect(platform, bens.grant, AeadMode.Aes256Gcm);
    before(ada.socket);
    const socket = voiceSocket(platform);
    const { serverId, sessionId, token } = adas.grant;
    socket.send(7, { server_id: serverId, session_id: sessionId, token, seq_ack: -1 });
    await socket.op(9);
    return { platform, lines, ada, ben, socket };
  }

  async function expectItGoesOn({ platform, ada, ben, socket }: Awaited<ReturnType<typeof resumed>>) {
    // If it waited for a resume, it would end now.
    await platform.control.clock.advance(VOICE_RESUME_WINDOW_MS + 1);
    socket.send(5, { speaking: 1, delay: 0, ssrc: ada.ready.ssrc });
    expect(await ben.socket.op(5)).toMatchObject({ d: { ssrc: ada.ready.ssrc } });
    ada.speak("f8aa00");
    expect(await ben.heard(1)).toMatchObject([{ payload: "f8aa00" }]);
    ben.socket.send(5, { speaking: 1, delay: 0, ssrc: ben.ready.ssrc });
    expect(await socket.op(5)).toMatchObject({ d: { ssrc: ben.ready.ssrc } });
    expect(socket.closeCode).toBeUndefined();
    expect(ben.socket.frames.map(({ op }) => op)).not.toContain(13);
    const { sessions } = await platform.control.voice.stats();
    expect(sessions.map(({ ssrc }) => ssrc)).toEqual([ada.ready.ssrc, ben.ready.ssrc]);
    socket.close();
    ada.close();
    ben.close();
  }

  it.each<[TakenOverClose, number, string]>([
    [4014, 4014, "the session was resumed on another socket"],
    [4006, 4006, "the session was resumed on another socket"],
    ["none", 1006, ""],
  ])("goes on: by takenOverClose %s the old one sees %i", async (takenOverClose, code, reason) => {
    const scene = await resumed(takenOverClose);
    expect(await scene.ada.socket.closing()).toEqual([code, reason]);
    expect(scene.lines).toEqual([
      `voice gateway: closed a socket with ${code}: the session was resumed on another socket`,
    ]);
    await expectItGoesOn(scene);
  });

  it.each(TAKEN_OVER_CLOSES)(
    "goes on by takenOverClose %s when the old one leaves meanwhile",
    async (how) => {
      const scene = await resumed(how, (old) => {
        // Its connection stays until it has read the answer to its close frame.
        old.socket.pause();
        old.close(1000);
      });
      scene.ada.socket.socket.resume();
      await scene.ada.socket.closed();
      await expectItGoesOn(scene);
    },
  );
});

describe("modes", () => {
  it("are offered in the order set by control", async () => {
    const platform = await platformForTest();
    platform.control.voice.setModes([AeadMode.XChaCha20Poly1305, AeadMode.Aes256Gcm]);
    const { grant } = await call(platform, 0);
    const ada = await VoiceClient.connect(platform, grant, AeadMode.XChaCha20Poly1305);
    expect(ada.ready.modes).toEqual([AeadMode.XChaCha20Poly1305, AeadMode.Aes256Gcm]);
    ada.close();
  });
});
