import { COMMUNICATION_INTENTS, Permission, PRESENCE_INTENTS, STAGE_SILENCE_MS } from "sdkpp/wire";
import { describe, expect, it } from "vitest";
import { MP3, soundUri } from "../../support/sounds.js";
import { sendRequest } from "../../support/send-request.js";
import { botSession, joinLobby, platformForTest, player, sdkSession } from "./support-platform.js";
import { FrameSocket, SILENCE_MS } from "./support-socket.js";

describe("READY", () => {
  it("contains the encryption requirement", async () => {
    const platform = await platformForTest({ e2ee: "required" });
    const floorOf = async () =>
      (await sdkSession(platform, player(platform, 0))).ready["av_sf_protocol_floor"];
    expect(await floorOf()).toBe(1);
    platform.control.voice.setE2ee("optional");
    expect(await floorOf()).toBe(0);
  });
});

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

  it("gets a server that is made while it is connected and has it as a member, and what happens there", async () => {
    const platform = await platformForTest();
    const { control, seeded } = platform;
    const { socket } = await botSession(platform);
    await socket.event("GUILD_CREATE");
    const made = (name: string, memberIds: string[]) =>
      control.guilds.create({
        name,
        ownerId: seeded.userIds[0],
        memberIds,
        everyone: Permission.ManageGuild,
      });
    made("theirs", [seeded.userIds[1]]);
    const { id } = made("own", [seeded.botUserId]);
    expect(await socket.event("GUILD_CREATE")).toMatchObject({ id, name: "own", member_count: 2 });
    await sendRequest(platform, `Bot ${seeded.botToken}`, "PATCH", `/guilds/${id}`, { name: "new" });
    expect(await socket.event("GUILD_UPDATE")).toMatchObject({ id, name: "new" });
    expect(socket.frames.map(({ t }) => t)).not.toContain("GUILD_CREATE");
  });

  it("gets the sounds of a server, and the open stages of channels that it sees", async () => {
    const platform = await platformForTest();
    const { control, seeded } = platform;
    const other = control.applications.createBot(control.applications.create({ name: "Theatre Bot" }).id);
    const { id, channels } = control.guilds.create({
      name: "Theatre",
      ownerId: seeded.userIds[0],
      memberIds: [seeded.botUserId, other.userId],
      channels: [
        { name: "hall", kind: "stage" },
        { name: "loge", kind: "stage", overwrites: [{ for: "@everyone", deny: Permission.ViewChannel }] },
      ],
      roles: [{ name: "director", permissions: Permission.Administrator, memberIds: [other.userId] }],
    });
    const post = async (path: string, body: object) => {
      const { status } = await sendRequest(platform, `Bot ${other.token}`, "POST", path, body);
      expect({ path, status }).toEqual({ path, status: path === "/stage-instances" ? 200 : 201 });
    };
    for (const channel of channels)
      await post("/stage-instances", { channel_id: channel.id, topic: channel.name });
    await post(`/guilds/${id}/soundboard-sounds`, { name: "horn", sound: soundUri(MP3) });
    const { socket } = await botSession(platform);
    let created = await socket.event<Record<string, unknown>>("GUILD_CREATE");
    while (created["id"] !== id) created = await socket.event("GUILD_CREATE");
    expect(created).toMatchObject({
      stage_instances: [{ channel_id: channels[0]?.id, topic: "hall" }],
      soundboard_sounds: [{ name: "horn", guild_id: id }],
    });
    expect(created["stage_instances"]).toHaveLength(1);
  });

  it("hears that a stage without a speaker closes, by the clock of the platform", async () => {
    const platform = await platformForTest({ heartbeatIntervalMs: SILENCE_MS });
    const { control, seeded } = platform;
    const { channels } = control.guilds.create({
      name: "Theatre",
      ownerId: seeded.userIds[0],
      memberIds: [seeded.botUserId],
      channels: [{ name: "hall", kind: "stage" }],
      everyone: Permission.Administrator,
    });
    const channel_id = channels[0]?.id;
    const { socket } = await botSession(platform);
    const body = { channel_id, topic: "Hamlet" };
    await sendRequest(platform, `Bot ${seeded.botToken}`, "POST", "/stage-instances", body);
    await socket.event("STAGE_INSTANCE_CREATE");
    // The first sweep sees the silence begin.
    await control.clock.advance(1000);
    await control.clock.advance(STAGE_SILENCE_MS);
    expect(await socket.event("STAGE_INSTANCE_DELETE")).toMatchObject(body);
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

  it("gets members, sounds and channel info on request", async () => {
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
    // A server that is named twice is answered once, and one that the bot is not in not at all.
    socket.send(31, { guild_ids: [guildId, guildId, "1"] });
    expect(await socket.event("SOUNDBOARD_SOUNDS")).toEqual({ guild_id: guildId, soundboard_sounds: [] });
    socket.send(43, { guild_id: guildId, fields: ["status", "nonsense"] });
    expect(await socket.event("CHANNEL_INFO")).toEqual({
      guild_id: guildId,
      channels: [{ id: voiceChannelId, status: null }],
    });
    expect(socket.frames.filter(({ t }) => t === "SOUNDBOARD_SOUNDS")).toEqual([]);
  });
});

describe("an SDK session", () => {
  it("with bit 16 gets its lobbies in READY, without it as LOBBY_CREATE", async () => {
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

  it("gets events when others join, connect and leave, and none about itself", async () => {
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

  it("with presence intents gets no lobby events", async () => {
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

  it("payload compression sends READY as a separate zlib frame", async () => {
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
