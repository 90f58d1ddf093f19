import { Permission } from "sdkpp/wire";
import { describe, expect, it } from "vitest";
import { channelInfoView } from "../../../platform/domain/views/voice/channel-info.js";
import { setVoiceStatus, updateGuildVoice } from "./operations.js";
import { cast, dispatches, eventNames, type Cast } from "./support-world.js";

const FLAGS = { selfMute: false, selfDeaf: false, selfVideo: false };

/** A server of Ada in which Ben may set a status; the last channel is hidden from him. */
function stage(permissions = Permission.SetVoiceChannelStatus) {
  const who = cast();
  const ben = who.ben.user.id;
  const guild = who.registry.createGuild({
    name: "Server",
    ownerId: who.ada.user.id,
    memberIds: [ben],
    channels: [
      { name: "talk", kind: "voice" },
      { name: "stage", kind: "stage" },
      { name: "text", kind: "text" },
      { name: "staff", kind: "voice", overwrites: [{ for: "@everyone", deny: Permission.ViewChannel }] },
    ],
    roles: [{ name: "host", permissions, memberIds: [ben] }],
  });
  const [talk, stageId, text, staff] = guild.channels.map(({ id }) => id) as [string, string, string, string];
  return { ...who, guild, talk, stageId, text, staff };
}

type Stage = ReturnType<typeof stage>;

const move = (s: Stage, who: Cast["ada"], channelId: string | null) =>
  updateGuildVoice(
    s.world,
    { sessionId: who.user.id, userId: who.user.id, applicationId: s.applicationId },
    { guildId: s.guild.id, channelId, ...FLAGS },
    "localhost:1",
  );
const infoOf = (s: Stage, userId: string) =>
  channelInfoView(s.world, s.guild, userId, ["status", "voice_start_time", "topic"]);

describe("the status of a voice channel", () => {
  it("is announced, and is part of the channel's info", () => {
    const s = stage();
    const settled = setVoiceStatus(s.world, s.ada, s.talk, "raid at eight");
    expect("events" in settled && dispatches(settled.events)).toMatchObject([
      { t: "VOICE_CHANNEL_STATUS_UPDATE", d: { id: s.talk, guild_id: s.guild.id, status: "raid at eight" } },
      { t: "GUILD_AUDIT_LOG_ENTRY_CREATE", d: { action_type: 192, guild_id: s.guild.id } },
    ]);
    expect(infoOf(s, s.ben.user.id)).toEqual({
      guild_id: s.guild.id,
      channels: [
        { id: s.talk, status: "raid at eight", voice_start_time: null },
        { id: s.stageId, status: null, voice_start_time: null },
      ],
    });
  });

  it("that stays the same is neither announced nor audited; an empty text clears it", () => {
    const s = stage();
    const events = (status: string | null) => {
      const settled = setVoiceStatus(s.world, s.ada, s.talk, status);
      return "events" in settled ? settled.events.length : settled;
    };
    expect([events("a"), events("a"), events(""), events(null)]).toEqual([2, 0, 2, 0]);
  });

  it.each<[string, (s: Stage) => string, bigint, number]>([
    ["a channel that does not exist", () => "1", Permission.Administrator, 10_003],
    ["a channel that the actor cannot see", (s) => s.staff, Permission.SetVoiceChannelStatus, 50_001],
    ["a text channel", (s) => s.text, Permission.Administrator, 50_024],
    ["a stage", (s) => s.stageId, Permission.Administrator, 50_024],
    ["an actor outside who may not manage it", (s) => s.talk, Permission.SetVoiceChannelStatus, 50_013],
    ["an actor who only manages it", (s) => s.talk, Permission.ManageChannels, 50_013],
  ])("is rejected for %s", (_title, channel, permissions, code) => {
    const s = stage(permissions);
    expect(setVoiceStatus(s.world, s.ben, channel(s), "x")).toMatchObject({ code });
  });

  it("can be set from inside without managing the channel", () => {
    const s = stage();
    move(s, s.ben, s.talk);
    expect(setVoiceStatus(s.world, s.ben, s.talk, "x")).toMatchObject({ reply: undefined });
  });
});

describe("the call of a voice channel", () => {
  it("starts with its first member and ends, with the status, after the last one", () => {
    const s = stage();
    const news = (who: Cast["ada"], channelId: string | null) =>
      dispatches(move(s, who, channelId))
        .filter(({ t }) => t.startsWith("VOICE_CHANNEL"))
        .map(({ t, d }) => [t, d]);
    const where = { id: s.talk, guild_id: s.guild.id };
    const start = Math.floor(s.world.clock.now() / 1000);
    const START = "VOICE_CHANNEL_START_TIME_UPDATE";
    expect(news(s.ada, s.talk)).toEqual([[START, { ...where, voice_start_time: start }]]);
    expect(infoOf(s, s.ben.user.id)["channels"]).toMatchObject([{ voice_start_time: start }, {}]);
    expect(news(s.ben, s.talk)).toEqual([]);
    setVoiceStatus(s.world, s.ben, s.talk, "raid");
    expect(news(s.ada, null)).toEqual([]);
    expect(news(s.ben, null)).toEqual([
      [START, { ...where, voice_start_time: null }],
      ["VOICE_CHANNEL_STATUS_UPDATE", { ...where, status: null }],
    ]);
  });

  it("ends when its last member moves to another channel", () => {
    const s = stage();
    move(s, s.ada, s.talk);
    const events = move(s, s.ada, s.staff);
    const times = dispatches(events).filter(({ t }) => t === "VOICE_CHANNEL_START_TIME_UPDATE");
    expect(times.map(({ d }) => (d as { id: string }).id)).toEqual([s.talk, s.staff]);
    expect(times[0]?.d).toMatchObject({ voice_start_time: null });
    expect(eventNames(events)).toContain("VOICE_SERVER_UPDATE");
  });
});
