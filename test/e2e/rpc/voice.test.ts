// A desktop app in the calls of its user: the channel it selects, its settings, who is there and who speaks.
import { dirname } from "node:path";
import { describe, expect, it } from "vitest";
import { botSession } from "../platform/support-platform.js";
import { VoiceClient, type VoiceGrant } from "../platform/support-voice.js";
import { authenticated, desk, type Desk } from "./support-desktop.js";

const VOICE = "rpc identify";

/** Ben enters the call of the seeded voice channel. */
async function benEnters(at: Desk, flags: object = {}) {
  const { guildId, voiceChannelId } = at.platform.seeded;
  const { socket, sessionId } = await at.bens();
  const state = {
    guild_id: guildId,
    channel_id: voiceChannelId,
    self_mute: false,
    self_deaf: false,
    ...flags,
  };
  socket.send(4, state);
  const { token } = await socket.event<{ token: string }>("VOICE_SERVER_UPDATE");
  const grant: VoiceGrant = { serverId: guildId, userId: at.ben.userId, sessionId, token };
  return { socket, grant, state };
}
const channel = ({ platform }: Desk) => ({ channel_id: platform.seeded.voiceChannelId });

describe("a voice channel", () => {
  it("is entered, seen by everybody in it, and left", async () => {
    const at = await desk();
    const [one, other] = [await authenticated(at, VOICE), await at.game()];
    await benEnters(at);
    const bot = await botSession(at.platform);
    await one.ask("SUBSCRIBE", {}, "VOICE_CHANNEL_SELECT");
    await one.ask("SUBSCRIBE", {}, "VOICE_CONNECTION_STATUS");
    expect(await one.ask("GET_SELECTED_VOICE_CHANNEL")).toBeNull();
    expect(await one.ask("SELECT_VOICE_CHANNEL", channel(at))).toMatchObject({
      id: at.platform.seeded.voiceChannelId,
      voice_states: [
        { nick: "Ben", volume: 100, mute: false, pan: { left: 1, right: 1 }, user: { id: at.ben.userId } },
        { nick: "Ada", voice_state: { self_mute: false, mute: false, suppress: false } },
      ],
    });
    const { guildId, voiceChannelId } = at.platform.seeded;
    expect(await one.event("VOICE_CHANNEL_SELECT")).toEqual({
      channel_id: voiceChannelId,
      guild_id: guildId,
    });
    const state = await bot.socket.event("VOICE_STATE_UPDATE");
    expect(state).toMatchObject({ user_id: at.ada.userId, channel_id: voiceChannelId, guild_id: guildId });
    expect(await one.ask("GET_SELECTED_VOICE_CHANNEL")).toMatchObject({ id: voiceChannelId });
    expect(await one.ask("SELECT_VOICE_CHANNEL", { channel_id: null })).toBeNull();
    expect(await one.event("VOICE_CHANNEL_SELECT", 2)).toEqual({ channel_id: null });
    expect(one.events("VOICE_CONNECTION_STATUS").map((d) => d.state)).toEqual([
      "VOICE_CONNECTED",
      "DISCONNECTED",
    ]);
    expect(await other.errorOf("SELECT_VOICE_CHANNEL", channel(at))).toBe(4006);
  });

  it("is refused with the reason when it is none, is full, or another call would end", async () => {
    const at = await desk();
    const { control, seeded } = at.platform;
    const one = await authenticated(at, VOICE);
    expect(await one.errorOf("SELECT_VOICE_CHANNEL", { channel_id: "1" })).toBe(4005);
    expect(await one.errorOf("SELECT_VOICE_CHANNEL", { channel_id: seeded.textChannelId })).toBe(4005);
    const guild = control.guilds.create({
      name: "Elsewhere",
      ownerId: at.ben.userId,
      memberIds: [at.ada.userId],
      channels: [{ name: "Pier", kind: "voice", userLimit: 1 }],
    });
    const [other] = guild.channels;
    await one.ask("SELECT_VOICE_CHANNEL", channel(at));
    const refused = await one.request("SELECT_VOICE_CHANNEL", { channel_id: other!.id });
    expect(refused.data).toMatchObject({ code: 5003, message: expect.stringContaining("force true") });
    expect(await one.ask("SELECT_VOICE_CHANNEL", { channel_id: other!.id, force: true })).toMatchObject({
      id: other!.id,
    });
    expect(await one.ask("GET_CHANNEL", channel(at))).toMatchObject({ voice_states: [] });
    const { socket } = await at.bens();
    socket.send(4, { guild_id: guild.id, channel_id: other!.id, self_mute: false, self_deaf: false });
    // The channel is full until the app quits and its user's call ends.
    await control.desktop.quit(at.ada.userId);
    socket.send(4, { guild_id: guild.id, channel_id: other!.id, self_mute: false, self_deaf: false });
    await socket.event("VOICE_SERVER_UPDATE");
    await control.desktop.start({ userId: at.ada.userId, folder: dirname(at.path) });
    const late = await authenticated(at, VOICE);
    const full = await late.request("SELECT_VOICE_CHANNEL", { channel_id: other!.id });
    expect(full.data).toMatchObject({ code: 4006, message: expect.stringContaining("the channel is full") });
  });

  it("shows games who comes, changes and goes", async () => {
    const at = await desk();
    const one = await authenticated(at, "rpc.voice.read identify");
    for (const evt of ["VOICE_STATE_CREATE", "VOICE_STATE_UPDATE", "VOICE_STATE_DELETE"])
      await one.ask("SUBSCRIBE", channel(at), evt);
    expect(await one.errorOf("SUBSCRIBE", { channel_id: "1" }, "VOICE_STATE_CREATE")).toBe(4005);
    expect(await one.errorOf("SUBSCRIBE", {}, "VOICE_STATE_CREATE")).toBe(4000);
    const ben = await benEnters(at);
    expect(await one.event("VOICE_STATE_CREATE")).toMatchObject({ user: { id: at.ben.userId }, volume: 100 });
    ben.socket.send(4, { ...ben.state, self_mute: true });
    expect(await one.event("VOICE_STATE_UPDATE")).toMatchObject({ voice_state: { self_mute: true } });
    ben.socket.send(4, { ...ben.state, channel_id: null });
    expect(await one.event("VOICE_STATE_DELETE")).toMatchObject({ user: { id: at.ben.userId } });
    expect(one.events("VOICE_STATE_CREATE")).toHaveLength(1);
  });

  it("tells who speaks in the user's own call, from op 5 until they leave", async () => {
    const at = await desk();
    const one = await authenticated(at, VOICE);
    for (const evt of ["SPEAKING_START", "SPEAKING_STOP"]) await one.ask("SUBSCRIBE", channel(at), evt);
    const { grant } = await benEnters(at);
    const client = await VoiceClient.connect(at.platform, grant, "aead_aes256_gcm_rtpsize");
    const speaking = (flags: number) =>
      client.socket.send(5, { speaking: flags, delay: 0, ssrc: client.ready.ssrc });
    const stranger = await authenticated(at, VOICE);
    speaking(1);
    speaking(0);
    await at.platform.control.voice.stats();
    await one.ask("SELECT_VOICE_CHANNEL", channel(at));
    speaking(1);
    speaking(1);
    const who = { channel_id: at.platform.seeded.voiceChannelId, user_id: at.ben.userId };
    expect(await one.event("SPEAKING_START")).toEqual(who);
    client.socket.close();
    expect(await one.event("SPEAKING_STOP")).toEqual(who);
    expect([one.events("SPEAKING_START").length, stranger.events("SPEAKING_START").length]).toEqual([1, 0]);
    client.close();
  });
});

describe("voice settings", () => {
  it("are the user's mute in its call, both ways", async () => {
    const at = await desk();
    const one = await authenticated(at, VOICE);
    const bot = await botSession(at.platform);
    await one.ask("SUBSCRIBE", {}, "VOICE_SETTINGS_UPDATE");
    await one.ask("SELECT_VOICE_CHANNEL", channel(at));
    expect(await one.ask("SET_VOICE_SETTINGS", { mute: true, input: { volume: 50 } })).toMatchObject({
      mute: true,
      deaf: false,
      input: { device_id: "default", volume: 50 },
      mode: { type: "VOICE_ACTIVITY" },
    });
    await bot.socket.next(
      ({ t, d }) => t === "VOICE_STATE_UPDATE" && (d as { self_mute: boolean }).self_mute,
    );
    expect(await one.event("VOICE_SETTINGS_UPDATE")).toMatchObject({ mute: true });
    expect(await one.ask("GET_VOICE_SETTINGS")).toMatchObject({ mute: true, output: { volume: 100 } });
  });

  it("belong to the first game that sets them, until it disconnects", async () => {
    const at = await desk();
    const [one, two] = [await authenticated(at, VOICE), await authenticated(at, VOICE)];
    await two.ask("SUBSCRIBE", {}, "VOICE_SETTINGS_UPDATE");
    await one.ask("SET_VOICE_SETTINGS", { deaf: true, noise_suppression: false });
    const refused = await two.request("SET_VOICE_SETTINGS", { deaf: false });
    expect(refused.data).toMatchObject({
      code: 4006,
      message: expect.stringContaining("until it disconnects"),
    });
    await two.ask("SET_VOICE_SETTINGS_2", { self_mute: true });
    one.socket.destroy();
    const restored = await two.until(() =>
      two.events("VOICE_SETTINGS_UPDATE").find(({ deaf }) => deaf === false),
    );
    expect(restored).toMatchObject({ mute: true, noise_suppression: true });
    expect(await two.ask("SET_VOICE_SETTINGS", { mute: false })).toMatchObject({ mute: false });
  });

  it("of another user change what games see of them", async () => {
    const at = await desk();
    const one = await authenticated(at, VOICE);
    await benEnters(at);
    await one.ask("SELECT_VOICE_CHANNEL", channel(at));
    await one.ask("SUBSCRIBE", channel(at), "VOICE_STATE_UPDATE");
    const user_id = at.ben.userId;
    expect(
      await one.ask("SET_USER_VOICE_SETTINGS", { user_id, volume: 30, pan: { left: 1, right: 0 } }),
    ).toEqual({
      user_id,
      volume: 30,
      mute: false,
      pan: { left: 1, right: 0 },
    });
    expect(await one.event("VOICE_STATE_UPDATE")).toMatchObject({ volume: 30, user: { id: user_id } });
    const { voice_states } = await one.ask("GET_SELECTED_VOICE_CHANNEL");
    expect(voice_states[0]).toMatchObject({ volume: 30, mute: false });
  });

  it("refuses arguments outside their ranges with 4000", async () => {
    const one = await authenticated(await desk(), VOICE);
    const refused: [string, object][] = [
      ["SET_VOICE_SETTINGS", { input: { volume: 101 } }],
      ["SET_VOICE_SETTINGS", { output: { volume: 201 } }],
      ["SET_VOICE_SETTINGS", { input: { device_id: "other" } }],
      ["SET_VOICE_SETTINGS", { mode: { type: "SHOUTING" } }],
      ["SET_VOICE_SETTINGS", { mode: { delay: 2001 } }],
      ["SET_USER_VOICE_SETTINGS", { user_id: "5", volume: 201 }],
      ["SET_USER_VOICE_SETTINGS", { user_id: "5", pan: { left: 2, right: 0 } }],
      ["SELECT_VOICE_CHANNEL", { channel_id: "x" }],
    ];
    for (const [cmd, args] of refused) expect(await one.errorOf(cmd, args), JSON.stringify(args)).toBe(4000);
  });
});
